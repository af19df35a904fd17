// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/run_record.h"

namespace lossline {

std::string_view to_text(RunState state) {
  switch (state) {
    case RunState::Finished:
      return "finished";
    case RunState::Stopped:
      return "stopped";
    case RunState::Diverged:
      return "diverged";
    case RunState::Failed:
      return "failed";
  }
  return "failed";
}

}  // namespace lossline
