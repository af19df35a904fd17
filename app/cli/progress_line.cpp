// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <algorithm>

#include "core/analysis/progress_text.h"
#include "core/api/number_text.h"

namespace lossline {
namespace {

constexpr const char* kGap = "  ";

std::string speed_text(const ProgressState& state) {
  if (state.epoch <= state.before || !(state.seconds > 0)) {
    return {};
  }
  const auto done = static_cast<double>(state.epoch - state.before);
  return rate_text(done / state.seconds, Grouping::None) + " " + state.counted + "s/s";
}

std::string left_text(const ProgressState& state) {
  if (state.epoch <= state.before || state.epoch >= state.total) {
    return {};
  }
  const auto left = eta_seconds(state.epoch - state.before, state.total - state.before, state.seconds);
  if (!left) {
    return {};
  }
  constexpr double kTenthsBelow = 10;
  // Milliseconds that jump at every redraw tell nobody anything.
  return (*left < kTenthsBelow ? fixed(*left, 1) + " s" : duration_text(*left)) + " left";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string line;
  for (const std::string& part : parts) {
    if (!part.empty()) {
      line += (line.empty() ? "" : kGap) + part;
    }
  }
  return line;
}

std::string bar_text(const ProgressState& state, std::size_t cells) {
  const double share = state.total == 0 ? 0.0 : static_cast<double>(state.epoch) / static_cast<double>(state.total);
  const auto full = std::min(cells, static_cast<std::size_t>(share * static_cast<double>(cells)));
  return " [" + std::string(full, '#') + std::string(cells - full, '.') + "] ";
}

}  // namespace

std::string bar_line(const ProgressState& state, std::size_t columns) {
  // Room is kept for the usual longest texts, so that the bar stands still while they change.
  constexpr std::size_t kLeastBar = 5, kMostBar = 30, kBrackets = 4, kUsualTail = 40;
  const std::string head = state.counted + " " + integer_text(state.epoch) + "/" + integer_text(state.total);
  const std::string loss = state.loss ? "loss " + loss_text(*state.loss) : std::string();
  const std::string speed = speed_text(state), left = left_text(state);

  const std::string tail = joined({loss, speed, left});
  const std::size_t head_room = std::max(head.size(), state.counted.size() + 2 + 2 * integer_text(state.total).size());
  const std::size_t without_bar = head_room + std::max(kUsualTail, tail.size()) + kBrackets;
  if (without_bar + kLeastBar <= columns) {
    return head + std::string(head_room - head.size(), ' ') +
           bar_text(state, std::min(kMostBar, columns - without_bar)) + tail;
  }
  for (const auto& parts : {std::vector{head, loss, speed, left}, {head, loss, left}, {head, loss}, {head}}) {
    std::string line = joined(parts);
    if (line.size() <= columns) {
      return line;
    }
  }
  return head.substr(0, columns);
}

std::string plain_line(const ProgressState& state) {
  const std::uint64_t percent =
      state.total == 0
          ? 0
          : static_cast<std::uint64_t>(100.0 * static_cast<double>(state.epoch) / static_cast<double>(state.total));
  const std::string head = state.counted + " " + integer_text(state.epoch) + "/" + integer_text(state.total) + " (" +
                           integer_text(percent) + " %)";
  const std::string loss = state.loss ? "loss " + loss_text(*state.loss) : std::string();
  return joined({head, loss, speed_text(state), left_text(state)});
}

std::vector<std::uint64_t> tenths(std::uint64_t total) {
  constexpr std::uint64_t kParts = 10;
  std::vector<std::uint64_t> epochs;
  for (std::uint64_t part = 1; part <= kParts; ++part) {
    // Rounded up, in an order that can't overflow.
    const std::uint64_t epoch = total / kParts * part + (total % kParts * part + kParts - 1) / kParts;
    if (epoch > 0 && (epochs.empty() || epochs.back() != epoch)) {
      epochs.push_back(epoch);
    }
  }
  return epochs;
}

}  // namespace lossline
