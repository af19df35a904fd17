// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/bench_jobs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/api/number_text.h"
#include "core/data/datasets.h"
#include "core/data/numpy_random.h"

namespace lossline {
namespace {

// 3 of 128 rows are the test's: 100 000 and 60 000 are left for training exactly, and the share is exact in binary.
constexpr double kTestShare = 3.0 / 128;
constexpr std::size_t kIrisRows = 150, kTabRows = 102400, kWideRows = 61440;
constexpr std::size_t kIrisColumns = 4, kTabColumns = 32, kWideColumns = 784;
constexpr std::uint32_t kTabSeed = 20240611, kWideSeed = 20240612;
constexpr std::size_t kClasses = 10;

/// The four bytes added, less their mean.
std::int32_t byte_sum(std::uint32_t bits) {
  constexpr std::uint32_t kByte = 0xFF;
  constexpr std::int32_t kMean = 510;
  const std::uint32_t sum = (bits & kByte) + ((bits >> 8U) & kByte) + ((bits >> 16U) & kByte) + (bits >> 24U);
  return static_cast<std::int32_t>(sum) - kMean;
}

/// Odd whole numbers from −255 to 255.
std::vector<std::int64_t> draw_weights(NumpyRandomState& random, std::size_t count) {
  std::vector<std::int64_t> weights(count);
  for (std::int64_t& weight : weights) {
    weight = 2 * static_cast<std::int64_t>(random.next_u32() % 256) - 255;
  }
  return weights;
}

/// A network in whole numbers that gives each row its class.
class Teacher {
 public:
  Teacher(NumpyRandomState& random, std::size_t inputs)
      : w1_(draw_weights(random, inputs * kUnits)), w2_(draw_weights(random, kUnits * kClasses)) {}

  [[nodiscard]] std::int32_t label(const std::vector<std::int64_t>& row) const {
    constexpr std::int64_t kLimit = 120000;  // near one standard deviation of a unit
    std::array<std::int64_t, kUnits> units{};
    for (std::size_t i = 0; i < row.size(); ++i) {
      for (std::size_t j = 0; j < kUnits; ++j) {
        units[j] += row[i] * w1_[i * kUnits + j];
      }
    }
    std::array<std::int64_t, kClasses> outputs{};
    for (std::size_t j = 0; j < kUnits; ++j) {
      const std::int64_t unit = std::clamp(units[j], -kLimit, kLimit);
      for (std::size_t k = 0; k < kClasses; ++k) {
        outputs[k] += unit * w2_[j * kClasses + k];
      }
    }
    return static_cast<std::int32_t>(std::max_element(outputs.begin(), outputs.end()) - outputs.begin());
  }

 private:
  static constexpr std::size_t kUnits = 24;
  std::vector<std::int64_t> w1_, w2_;
};

Dataset empty_table(const char* name, const char* title, const char* description, std::size_t rows,
                    std::size_t columns) {
  Dataset data;
  data.name = name;
  data.title = title;
  data.description = description;
  for (std::size_t column = 0; column < columns; ++column) {
    data.features.push_back("x" + integer_text(std::uint64_t{column}));
  }
  data.target = "class";
  for (std::size_t k = 0; k < kClasses; ++k) {
    data.classes.push_back(integer_text(std::uint64_t{k}));
  }
  data.rows = rows;
  data.x.resize(rows * columns);
  data.labels.resize(rows);
  return data;
}

TrainConfig adam_config(const char* dataset, std::vector<std::int64_t> hidden, std::uint64_t batch,
                        std::uint64_t epochs) {
  TrainConfig config;
  config.dataset = dataset;
  config.hidden = std::move(hidden);
  config.optimizer = OptimizerKind::Adam;
  config.lr = 1e-3;
  config.batch_size = batch;
  config.epochs = epochs;
  config.test_size = kTestShare;
  config.scale = Scaling::None;
  return config;
}

std::vector<BenchJob> make_jobs() {
  return {{"iris-20k", "120 rows, 4 -> 10 -> 3, SGD, full batch, 20000 epochs", TrainConfig{}, kIrisRows, kIrisColumns,
           [] { return load_dataset("iris"); }},
          {"tab-100k", "100000 rows, 32 -> 128 -> 64 -> 10, Adam, batch 256, 3 epochs",
           adam_config("tab-100k", {128, 64}, 256, 3), kTabRows, kTabColumns,
           [] { return Result<Dataset>(make_tab_data(kTabRows)); }},
          {"wide-mnist", "60000 rows, 784 -> 512 -> 256 -> 10, Adam, batch 128, 1 epoch",
           adam_config("wide-mnist", {512, 256}, 128, 1), kWideRows, kWideColumns,
           [] { return Result<Dataset>(make_wide_data(kWideRows)); }}};
}

}  // namespace

const std::vector<BenchJob>& bench_jobs() {
  static const std::vector<BenchJob> jobs = make_jobs();
  return jobs;
}

const BenchJob* find_bench_job(std::string_view name) {
  const auto& jobs = bench_jobs();
  const auto found = std::find_if(jobs.begin(), jobs.end(), [name](const BenchJob& job) { return job.name == name; });
  return found == jobs.end() ? nullptr : &*found;
}

Dataset make_tab_data(std::size_t rows) {
  constexpr double kUnit = 128;
  NumpyRandomState random(kTabSeed);
  const Teacher teacher(random, kTabColumns);
  Dataset data = empty_table("tab-100k", "Made-up table", "32 bell-shaped features, classes by a fixed network.", rows,
                             kTabColumns);
  std::vector<std::int64_t> whole(kTabColumns);
  double* x = data.x.data();
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::int64_t& value : whole) {
      value = byte_sum(random.next_u32());
      *x++ = static_cast<double>(value) / kUnit;
    }
    data.labels[row] = teacher.label(whole);
  }
  return data;
}

Dataset make_wide_data(std::size_t rows) {
  constexpr std::size_t kPixels = kWideColumns, kEach = 4, kPatterns = kEach * kClasses;
  constexpr std::uint32_t kLitOf256 = 49, kRelabelledOf256 = 13;
  constexpr std::int32_t kTop = 1020;
  NumpyRandomState random(kWideSeed);
  std::vector<std::int32_t> patterns(kPatterns * kPixels);
  for (std::int32_t& pixel : patterns) {
    const std::uint32_t bits = random.next_u32();
    pixel = bits % 256 < kLitOf256 ? static_cast<std::int32_t>(bits / 256 % 256) : 0;
  }
  Dataset data =
      empty_table("wide-mnist", "Made-up pictures", "784 pixels, ten classes of four noisy patterns.", rows, kPixels);
  std::vector<std::size_t> pattern_of(kWideRows);
  for (std::size_t row = 0; row < kWideRows; ++row) {
    pattern_of[row] = random.next_u32() % kPatterns;
    const std::uint32_t bits = random.next_u32();
    const std::size_t label = bits % 256 < kRelabelledOf256 ? bits / 256 % kClasses : pattern_of[row] / kEach;
    if (row < rows) {
      data.labels[row] = static_cast<std::int32_t>(label);
    }
  }
  double* x = data.x.data();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t* pattern = patterns.data() + pattern_of[row] * kPixels;
    for (std::size_t pixel = 0; pixel < kPixels; ++pixel) {
      const std::int32_t value = 4 * pattern[pixel] + 3 * byte_sum(random.next_u32());
      *x++ = std::clamp(value, 0, kTop) / static_cast<double>(kTop);
    }
  }
  return data;
}

}  // namespace lossline
