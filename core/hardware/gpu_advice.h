// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/api/hardware_facts.h"

namespace lossline {

// What can train here, in words. Pure functions of facts already read.

/// What the probe does when the GPUs are read: sets each one's why_not as far as the machine itself tells (another
/// maker's, no driver, a driver without CUDA), and otherwise that the training engine has not been asked yet.
void explain_unasked_gpus(HardwareFacts& facts);

/// Joins LibTorch's own view to the machine's: sets facts.cuda with its sources, and `usable` and `why_not` of every
/// NVIDIA GPU. Others keep their reason. Safe to call again with a newer view. An `is_available` without any device
/// counts as unavailable. Where CUDA offers fewer devices than there are NVIDIA GPUs ready for it, none is called
/// usable, since it does not say which. Does nothing to a recorded machine's facts, of which LibTorch knows nothing.
void merge_cuda(HardwareFacts& facts, const CudaFacts& cuda);

/// Why nothing can be trained on a GPU here: a few plain sentences with the next step, for a button that is greyed.
/// Empty when CUDA is usable. Before merge_cuda() the machine's own reasons are told, and where there are none, that
/// the training engine has not been asked yet.
[[nodiscard]] std::optional<std::string> why_no_gpu(const HardwareFacts& facts);

}  // namespace lossline
