// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"
#include "core/api/quantiles.h"

namespace lossline {
namespace {

constexpr int kPercent = 100;

bool on_cpu(const BenchRow& row) {
  return row.side.device.kind == DeviceSpec::Kind::Cpu;
}

std::string threads_text(int threads) {
  return integer_text(std::int64_t{threads});
}

/// Median seconds of eager on the CPU with this row's threads.
std::optional<double> eager_seconds(const BenchRow& row, const std::vector<BenchRow>& rows) {
  const auto eager = std::find_if(rows.begin(), rows.end(), [&row](const BenchRow& other) {
    return other.job == row.job && other.side.strategy == Strategy::Eager && on_cpu(other) &&
           other.side.threads == row.side.threads && !other.seconds.empty();
  });
  return eager == rows.end() ? std::nullopt : std::optional(spread_of(eager->seconds).median);
}

using Cells = std::vector<std::string>;

constexpr std::array<std::size_t, 7> kWidths = {10, 7, 12, 12, 10, 10, 9};

std::string line_of(const Cells& cells) {
  std::string line = "  " + cells.front() + std::string(kWidths[0] - std::min(kWidths[0], cells.front().size()), ' ');
  for (std::size_t i = 1; i < cells.size(); ++i) {
    line += std::string(kWidths[i] - std::min(kWidths[i] - 1, cells[i].size()), ' ') + cells[i];
  }
  return line + "\n";
}

/// Seconds to a microsecond where they are few: iris-20k takes some milliseconds.
std::string seconds_text(double seconds) {
  return fixed(seconds, seconds < 1 ? 5 : 3);
}

std::string row_text(const BenchRow& row, const BenchFigures& figures) {
  std::string text;
  const Cells head = {std::string(to_text(row.side.strategy)), on_cpu(row) ? threads_text(row.side.threads) : "GPU"};
  if (figures.seconds.n == 0) {
    const std::string why = row.note.empty() ? "no round was finished" : row.note;
    std::string line = line_of(head);
    line.pop_back();
    return line + "  not timed: " + why + "\n";
  }
  const auto number = [](const std::optional<double>& value, int decimals) {
    return value ? fixed(*value, decimals) : std::string("-");
  };
  Cells cells = head;
  cells.push_back(seconds_text(figures.seconds.median));
  cells.push_back(seconds_text(figures.seconds.q3 - figures.seconds.q1));
  cells.push_back(figures.gflops ? significant(*figures.gflops, 3) : "-");
  const bool small = figures.percent_of_peak && *figures.percent_of_peak < 1;
  cells.push_back(small ? significant(*figures.percent_of_peak, 2) : number(figures.percent_of_peak, 1));
  cells.push_back(number(figures.speedup, 2));
  text = line_of(cells);
  return row.note.empty() ? text : text + "    note: " + row.note + "\n";
}

std::string peaks_text(const MeasuredPeaks& peaks) {
  std::string text;
  for (const auto& [threads, gflops] : peaks) {
    text += (text.empty() ? "" : ", ") + significant(gflops, 3) + " on " + threads_text(threads) +
            (threads == 1 ? " thread" : " threads");
  }
  return text;
}

nlohmann::ordered_json number_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

}  // namespace

BenchFigures bench_figures(const BenchRow& row, const std::vector<BenchRow>& rows, const MeasuredPeaks& peaks) {
  BenchFigures figures;
  figures.seconds = spread_of(row.seconds);
  const double median = figures.seconds.median;
  if (figures.seconds.n == 0 || !(median > 0)) {
    return figures;
  }
  figures.gflops = row.work_gflop / median;
  if (const auto peak = peaks.find(row.side.threads); peak != peaks.end() && on_cpu(row) && peak->second > 0) {
    figures.percent_of_peak = kPercent * *figures.gflops / peak->second;
  }
  if (const auto eager = eager_seconds(row, rows)) {
    figures.speedup = *eager / median;
  }
  return figures;
}

std::string bench_text(const std::vector<BenchRow>& rows, const MeasuredPeaks& peaks) {
  std::string text;
  const std::string* job = nullptr;
  std::uint64_t least = 0, most = 0;
  for (const BenchRow& row : rows) {
    if (job == nullptr || *job != row.job) {
      const BenchJob* known = find_bench_job(row.job);
      text += (text.empty() ? "" : "\n") + row.job + (known != nullptr ? ": " + known->title : "") + "\n" +
              line_of({"strategy", "threads", "median s", "IQR s", "GFLOP/s", "% of peak", "speed-up"});
      job = &row.job;
    }
    const BenchFigures figures = bench_figures(row, rows, peaks);
    text += row_text(row, figures);
    if (figures.seconds.n > 0) {
      least = least == 0 ? figures.seconds.n : std::min(least, figures.seconds.n);
      most = std::max(most, figures.seconds.n);
    }
  }
  const std::string rounds = least == most ? integer_text(most) : integer_text(least) + " to " + integer_text(most);
  return text + "\nMedian and interquartile range (IQR) of " + rounds +
         " rounds, each way in turn; the epochs alone.\n"
         "GFLOP/s: 6 operations a weight and row (forward, two gradients), 4 at the first layer.\n"
         "Peak: float32 GFLOP/s measured in this run: " +
         peaks_text(peaks) + ". Speed-up: over eager on as many threads.\n";
}

std::string bench_json(const std::vector<BenchRow>& rows, const MeasuredPeaks& peaks) {
  nlohmann::ordered_json document;
  document["peak_gflops"] = nlohmann::ordered_json::object();
  for (const auto& [threads, gflops] : peaks) {
    document["peak_gflops"][threads_text(threads)] = gflops;
  }
  document["jobs"] = nlohmann::ordered_json::array();
  for (const BenchRow& row : rows) {
    const BenchFigures figures = bench_figures(row, rows, peaks);
    const bool timed = figures.seconds.n > 0;
    const auto if_timed = [timed](double value) { return number_or_null(timed ? std::optional(value) : std::nullopt); };
    nlohmann::ordered_json one = {{"job", row.job},
                                  {"strategy", to_text(row.side.strategy)},
                                  {"threads", row.side.threads},
                                  {"n", figures.seconds.n},
                                  {"seconds",
                                   {{"median", if_timed(figures.seconds.median)},
                                    {"q1", if_timed(figures.seconds.q1)},
                                    {"q3", if_timed(figures.seconds.q3)}}},
                                  {"gflops", number_or_null(figures.gflops)},
                                  {"percent_of_peak", number_or_null(figures.percent_of_peak)},
                                  {"speedup", number_or_null(figures.speedup)}};
    if (!row.note.empty()) {
      one["note"] = row.note;
    }
    document["jobs"].push_back(std::move(one));
  }
  return document.dump(2) + "\n";
}

}  // namespace lossline
