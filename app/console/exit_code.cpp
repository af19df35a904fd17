// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/exit_code.h"

namespace lossline {

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

int exit_code_of(const RunRecord& record, int signal) {
  switch (record.state) {
    case RunState::Finished:
      return kDone;
    case RunState::Stopped:
      return kSignalBase + signal;
    case RunState::Diverged:
      return kRunFailed;
    case RunState::Failed:
      break;
  }
  return exit_code_of(record.error ? record.error->code : ErrorCode::Internal);
}

}  // namespace lossline
