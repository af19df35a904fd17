// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/cli/output.h"
#include "app/options/arguments.h"

namespace lossline {

int refuse(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    text += fault_line(fault) + "\n";
  }
  say(text);
  return kWrongUsage;
}

void say_error(const std::string& message) {
  say(fault_line({"", message}) + "\n");
}

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::InvalidConfig:
      return kWrongUsage;
    case ErrorCode::DeviceUnavailable:
      return kDeviceUnavailable;
    case ErrorCode::Engine:
    case ErrorCode::Io:
    case ErrorCode::Format:
      return kRunFailed;
    case ErrorCode::Internal:
      break;
  }
  return kInternalError;
}

}  // namespace lossline
