// SPDX-License-Identifier: GPL-3.0-or-later
// The bench jobs: their sizes as the comparison with other programs fixes them, their data as NumPy draws it.
#include "core/data/bench_jobs.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/api/mlp_spec.h"
#include "core/data/check_run.h"
#include "core/data/prepare.h"
#include "core/data/train_test_split.h"
#include "tests/data/reference.h"

namespace lossline {
namespace {

void expect_as_numpy_draws_it(const Dataset& data, const std::string& job) {
  const nlohmann::json reference = reference_part("bench_reference.json", job);
  ASSERT_EQ(data.rows, reference["rows"].get<std::size_t>());
  ASSERT_EQ(data.columns(), reference["columns"].get<std::size_t>());
  ASSERT_EQ(data.x.size(), data.rows * data.columns());
  const auto first = reference["first_row"].get<std::vector<double>>();
  const auto last = reference["last_row"].get<std::vector<double>>();
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(data.x[i], first[i]);
    EXPECT_EQ(data.x[(data.rows - 1) * data.columns() + i], last[i]);
  }
  EXPECT_EQ(dataset_sha256(data), reference["sha256"].get<std::string>());
}

TEST(BenchJobs, TheTableIsTheOneNumPyDraws) {
  expect_as_numpy_draws_it(make_tab_data(102400), "tab-100k");
}

TEST(BenchJobs, ThePicturesAreTheOnesNumPyDraws) {
  expect_as_numpy_draws_it(make_wide_data(3000), "wide-mnist");
}

TEST(BenchJobs, FewerRowsAreTheFirstOnes) {
  const Dataset few = make_tab_data(50), more = make_tab_data(80);
  EXPECT_TRUE(std::equal(few.x.begin(), few.x.end(), more.x.begin()));
  EXPECT_TRUE(std::equal(few.labels.begin(), few.labels.end(), more.labels.begin()));
  const Dataset wide_few = make_wide_data(5), wide_more = make_wide_data(9);
  EXPECT_TRUE(std::equal(wide_few.x.begin(), wide_few.x.end(), wide_more.x.begin()));
}

TEST(BenchJobs, EveryClassIsThereAndNoneFillsTheTable) {
  for (const char* job : {"tab-100k", "wide-mnist"}) {
    const auto counts = reference_part("bench_reference.json", job)["classes"].get<std::vector<double>>();
    double all = 0;
    for (const double count : counts) {
      all += count;
    }
    ASSERT_EQ(counts.size(), 10U);
    for (const double count : counts) {
      EXPECT_GT(count, 0.02 * all) << job;
      EXPECT_LT(count, 0.25 * all) << job;
    }
  }
}

struct Size {
  const char* job;
  std::size_t rows, train_rows;
  std::int64_t inputs, outputs;
  std::vector<std::int64_t> hidden;
  std::uint64_t epochs, batch;
  std::int64_t flops;  // a row: 6 a weight, 4 at the first layer
};

// By hand: 4·40 + 6·30; 4·4096 + 6·(8192 + 640); 4·401408 + 6·(131072 + 2560).
const std::vector<Size> kSizes = {{"iris-20k", 150, 120, 4, 3, {10}, 20000, 0, 340},
                                  {"tab-100k", 102400, 100000, 32, 10, {128, 64}, 3, 256, 69376},
                                  {"wide-mnist", 61440, 60000, 784, 10, {512, 256}, 1, 128, 2407424}};

TEST(BenchJobs, TrainOnExactlyTheRowsTheyAreNamedFor) {
  ASSERT_EQ(bench_jobs().size(), kSizes.size());
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const BenchJob& job = bench_jobs()[i];
    const Size& size = kSizes[i];
    SCOPED_TRACE(size.job);
    EXPECT_EQ(job.name, size.job);
    EXPECT_EQ(find_bench_job(size.job), &job);
    const auto split = train_test_split(size.rows, job.config.test_size, job.config.split_seed);
    ASSERT_TRUE(split.ok());
    EXPECT_EQ(split.value().train.size(), size.train_rows);
    EXPECT_EQ(job.rows, size.rows);
    EXPECT_EQ(static_cast<std::int64_t>(job.columns), size.inputs);
    EXPECT_EQ(job.config.hidden, size.hidden);
    EXPECT_EQ(job.config.epochs, size.epochs);
    EXPECT_EQ(job.config.batch_size, size.batch);
    EXPECT_EQ(job.config.record_every, 1U);
    EXPECT_EQ((MlpSpec{size.inputs, size.hidden, size.outputs, Activation::Relu}.flops_per_sample()), size.flops);
    EXPECT_TRUE(job.config.validate().empty());
  }
  EXPECT_EQ(find_bench_job("iris"), nullptr);
  EXPECT_EQ(bench_jobs()[0].config.optimizer, OptimizerKind::Sgd);
  EXPECT_EQ(bench_jobs()[0].config.lr, 0.01);
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(bench_jobs()[i].config.optimizer, OptimizerKind::Adam);
    EXPECT_EQ(bench_jobs()[i].config.lr, 1e-3);
  }
}

TEST(BenchJobs, TheDataFitsTheJob) {
  for (const std::size_t i : {0U, 1U}) {  // the third is the same code in half a gigabyte
    const BenchJob& job = bench_jobs()[i];
    const Result<Dataset> data = job.make_data();
    ASSERT_TRUE(data.ok());
    EXPECT_EQ(data.value().rows, kSizes[i].rows);
    EXPECT_EQ(static_cast<std::int64_t>(data.value().columns()), kSizes[i].inputs);
    EXPECT_EQ(static_cast<std::int64_t>(data.value().outputs()), kSizes[i].outputs);
    EXPECT_EQ(data.value().name, job.config.dataset);
    EXPECT_TRUE(faults_of(job.config, &data.value(), 2).empty());
  }
}

}  // namespace
}  // namespace lossline
