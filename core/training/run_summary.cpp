// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/run_summary.h"

#include <cmath>

#include "core/api/number_text.h"

namespace lossline {

Summary summary_of(const LossHistory& history, std::uint64_t epochs_done, double train_seconds,
                   std::uint64_t train_rows) {
  Summary summary;
  summary.epochs_done = epochs_done;
  summary.train_seconds = train_seconds;
  if (epochs_done > 0 && train_seconds > 0) {
    summary.epochs_per_s = static_cast<double>(epochs_done) / train_seconds;
    summary.samples_per_s = *summary.epochs_per_s * static_cast<double>(train_rows);
  }
  const std::size_t count = history.size();
  if (count == 0) {
    return summary;
  }
  summary.first_loss = history[0].loss;
  summary.last_loss = history[count - 1].loss;
  history.for_each_span(0, count, [&](const LossPoint* points, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      if (std::isfinite(points[i].loss) && (!summary.best_loss || points[i].loss < *summary.best_loss)) {
        summary.best_loss = points[i].loss;
        summary.best_epoch = points[i].epoch;
      }
    }
  });
  return summary;
}

Error diverged_loss(double loss, std::uint64_t epoch) {
  return {ErrorCode::Engine, "the loss became " + std::string(std::isnan(loss) ? "nan" : "infinite") + " at epoch " +
                                 integer_text(epoch) + "; try a smaller learning rate"};
}

Error diverged_weights(double weight, std::uint64_t epoch) {
  return {ErrorCode::Engine, "the weights became " + std::string(std::isnan(weight) ? "nan" : "infinite") +
                                 " in the update of epoch " + integer_text(epoch) + "; try a smaller learning rate"};
}

std::optional<double> first_not_finite(const std::vector<float>& values) {
  for (const float value : values) {
    if (!std::isfinite(value)) {
      return value;
    }
  }
  return std::nullopt;
}

std::string faults_text(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    text += (text.empty() ? "" : "; ") + fault.field + ": " + fault.message;
  }
  return text;
}

}  // namespace lossline
