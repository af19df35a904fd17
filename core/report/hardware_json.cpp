// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/hardware_json.h"

#include <nlohmann/json.hpp>

#include "core/report/detail/json_text.h"
#include "core/report/detail/record_json.h"

namespace lossline {

std::string hardware_json_text(const HardwareFacts& hardware, bool with_cuda) {
  std::string text;
  detail::append_pretty(text, detail::hardware_to_json(hardware, with_cuda), 0, 0);
  text += '\n';
  return text;
}

}  // namespace lossline
