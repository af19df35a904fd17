// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded step without a GPU: a recorder that keeps the work and does it again at each replay, as a CUDA graph
// does, against the eager step with torch::optim. What only a GPU can show is at the end.
#include "core/training/detail/graph_step.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <torch/cuda.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "core/data/prepare.h"
#include "core/model/detail/mlp_module.h"
#include "core/training/detail/eager_run.h"
#include "core/training/detail/eager_step.h"
#include "core/training/detail/run_device.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {
namespace {

struct Calls {
  int warm_ups = 0, records = 0, replays = 0;
};

class KeptWork final : public detail::Recording {
 public:
  KeptWork(std::function<void()> work, Calls& calls) : work_(std::move(work)), calls_(calls) {}
  void replay() override {
    const torch::AutoGradMode with_gradients(true);
    work_();
    ++calls_.replays;
  }

 private:
  std::function<void()> work_;
  Calls& calls_;
};

enum class Breaks { Never, AtWarmUp, AtRecord };

class CpuRecorder final : public detail::Recorder {
 public:
  CpuRecorder(Calls& calls, Breaks breaks) : calls_(calls), breaks_(breaks) {}
  void warm_up(const std::function<void()>& work) override {
    for (int i = 0; i < 3; ++i) {
      work();
      ++calls_.warm_ups;
    }
    if (breaks_ == Breaks::AtWarmUp) {
      throw std::runtime_error("no warm-up here");
    }
  }
  std::unique_ptr<detail::Recording> record(const std::function<void()>& work) override {
    if (breaks_ == Breaks::AtRecord) {
      throw std::runtime_error("no recording here");
    }
    ++calls_.records;
    return std::make_unique<KeptWork>(work, calls_);
  }

 private:
  Calls& calls_;
  Breaks breaks_;
};

/// One run's parts, all but the step.
struct Bench {
  explicit Bench(const TrainConfig& asked, const Dataset& dataset, LossKind kind) : config(asked), loss(kind) {
    prepared = prepare(dataset, config.test_size, config.split_seed, config.scale).value();
    data = detail::data_on(torch::kCPU, prepared, loss);
    const MlpSpec spec{static_cast<std::int64_t>(prepared.features), config.hidden,
                       static_cast<std::int64_t>(prepared.outputs), config.activation};
    model = std::make_shared<detail::MlpModule>(spec, order);
  }

  detail::EagerRun loop(detail::StepRunner& step) {
    return {{config, order, control, observer, history, progress}, step, data};
  }
  void train(detail::StepRunner& step) {
    detail::EagerRun run = loop(step);
    run.prepare();
    run.train();
    run.finish();
  }
  detail::GraphStep graph(Breaks breaks = Breaks::Never) {
    return {model, config, loss, std::make_unique<CpuRecorder>(calls, breaks)};
  }
  [[nodiscard]] std::vector<double> losses() const {
    std::vector<double> all;
    for (std::size_t i = 0; i < history.size(); ++i) {
      all.push_back(history[i].loss);
    }
    return all;
  }

  TrainConfig config;
  LossKind loss;
  PreparedData prepared;
  detail::DeviceData data;
  at::Generator order = detail::seeded_generator(3);
  std::shared_ptr<detail::MlpModule> model;
  RunControl control;
  NotingObserver observer;
  LossHistory history;
  LiveProgress progress;
  Calls calls;
};

TrainConfig with(OptimizerKind optimizer, std::uint64_t batch_size, Activation activation = Activation::Relu) {
  TrainConfig config = small_run(30);
  config.optimizer = optimizer;
  config.batch_size = batch_size;
  config.activation = activation;
  config.momentum = optimizer == OptimizerKind::Sgd ? 0.9 : 0;
  config.weight_decay = 0.01;
  return config;
}

void expect_the_eager_curve(const TrainConfig& config, const Dataset& dataset, LossKind loss) {
  Bench eager(config, dataset, loss);
  Bench graph(config, dataset, loss);
  detail::EagerStep eager_step(eager.model, config, loss);
  detail::GraphStep graph_step = graph.graph();
  eager.train(eager_step);
  graph.train(graph_step);
  const std::vector<double> expected = eager.losses();
  const std::vector<double> losses = graph.losses();
  ASSERT_EQ(losses.size(), config.epochs);
  ASSERT_EQ(expected.size(), config.epochs);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    ASSERT_NEAR(losses[i], expected[i], 2e-6 * std::max(1.0, expected[i])) << "epoch " << i + 1;
  }
  EXPECT_LT(losses.back(), losses.front());
}

TEST(GraphStep, HasTheEagerCurveWithEveryOptimizerAndBatch) {
  for (const OptimizerKind optimizer : {OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW}) {
    for (const std::uint64_t batch :
         std::vector<std::uint64_t>{0, 32, 120}) {  // 120 rows: one batch, four with a smaller last one, one
      SCOPED_TRACE(std::string(to_text(optimizer)) + ", batch " + std::to_string(batch));
      expect_the_eager_curve(with(optimizer, batch), iris(), LossKind::CrossEntropy);
    }
  }
}

TEST(GraphStep, HasTheEagerCurveWithEveryLoss) {
  for (const LossKind loss : {LossKind::Bce, LossKind::Mse, LossKind::Huber}) {
    expect_the_eager_curve(with(OptimizerKind::Adam, 16, Activation::Gelu), iris(), loss);
  }
  for (const LossKind loss : {LossKind::Mse, LossKind::Huber}) {
    expect_the_eager_curve(with(OptimizerKind::Adam, 0, Activation::Tanh), waves(), loss);
  }
}

TEST(GraphStep, RecordsOncePerBatchSizeAndReplaysEveryStep) {
  Bench full(with(OptimizerKind::Sgd, 0), iris(), LossKind::CrossEntropy);
  detail::GraphStep full_step = full.graph();
  full.train(full_step);
  EXPECT_EQ(full.calls.records, 1);
  EXPECT_EQ(full.calls.replays, 30);
  Bench mini(with(OptimizerKind::Sgd, 32), iris(), LossKind::CrossEntropy);
  detail::GraphStep mini_step = mini.graph();
  mini.train(mini_step);
  EXPECT_EQ(mini.calls.records, 2);
  EXPECT_EQ(mini.calls.replays, 30 * 4);
  EXPECT_EQ(mini.calls.warm_ups, 2 * 3);
}

TEST(GraphStep, PreparingLeavesWeightsAndBatchOrderAsTheyWere) {
  for (const Breaks breaks : {Breaks::Never, Breaks::AtWarmUp, Breaks::AtRecord}) {
    Bench bench(with(OptimizerKind::Adam, 32), iris(), LossKind::CrossEntropy);
    const std::vector<float> before = detail::flat_parameters(*bench.model);
    const torch::Tensor state = bench.order.get_state().clone();
    detail::GraphStep step = bench.graph(breaks);
    detail::EagerRun run = bench.loop(step);
    if (breaks == Breaks::Never) {
      run.prepare();
    } else {
      EXPECT_THROW(run.prepare(), std::runtime_error);
    }
    EXPECT_GT(bench.calls.warm_ups, 0);
    EXPECT_EQ(detail::flat_parameters(*bench.model), before);
    EXPECT_TRUE(torch::equal(bench.order.get_state(), state));
    for (const torch::Tensor& parameter : bench.model->parameters()) {
      EXPECT_FALSE(parameter.grad().defined());
    }
  }
}

TEST(GraphStep, RefusesABatchThatWasNotRecorded) {
  Bench bench(with(OptimizerKind::Sgd, 0), iris(), LossKind::CrossEntropy);
  detail::GraphStep step = bench.graph();
  detail::EagerRun run = bench.loop(step);
  EXPECT_THROW(run.train(), std::logic_error);
  EXPECT_EQ(bench.calls.replays, 0);
}

TEST(GraphStep, NothingRecordsOnTheCpu) {
  EXPECT_EQ(detail::recorder_on(torch::kCPU), nullptr);
}

class CudaGraph : public testing::Test {
 protected:
  void SetUp() override {
    if (!torch::cuda::is_available()) {
      GTEST_SKIP() << "needs a CUDA device";
    }
  }
  static TrainConfig on_cuda(TrainConfig config, Strategy strategy) {
    config.device.kind = DeviceSpec::Kind::Cuda;
    config.strategy = strategy;
    return config;
  }
};

TEST_F(CudaGraph, HasTheEagerCurve) {
  for (const OptimizerKind optimizer : {OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW}) {
    for (const std::uint64_t batch : std::vector<std::uint64_t>{0, 32}) {
      SCOPED_TRACE(std::string(to_text(optimizer)) + ", batch " + std::to_string(batch));
      TrainConfig config = with(optimizer, batch);
      const RunRecord eager = run(on_cuda(config, Strategy::Eager));
      config.read_loss = {ReadLoss::Mode::Interval, 7};
      const RunRecord graph = run(on_cuda(config, Strategy::Graph));
      ASSERT_EQ(graph.state, RunState::Finished) << graph.error->message;
      EXPECT_EQ(graph.resolved.strategy, "graph") << graph.resolved.strategy_note;
      EXPECT_EQ(graph.initial_weights_hash, eager.initial_weights_hash);
      EXPECT_TRUE(graph.timing.phases_s.dispatch);
      const std::vector<double> expected = losses_of(eager);
      const std::vector<double> losses = losses_of(graph);
      ASSERT_EQ(losses.size(), expected.size());
      for (std::size_t i = 0; i < losses.size(); ++i) {
        ASSERT_NEAR(losses[i], expected[i], 1e-5) << "CUDA graph, epoch " << i + 1;
      }
    }
  }
}

TEST_F(CudaGraph, NamesTheEpochOfALossThatExplodes) {
  TrainConfig config = on_cuda(small_run(500), Strategy::Graph);
  config.lr = 1e30;
  config.read_loss = {ReadLoss::Mode::End, 1};
  const RunRecord graph = run(config);
  config.strategy = Strategy::Eager;
  EXPECT_EQ(graph.state, RunState::Diverged);
  EXPECT_EQ(graph.summary.first_nonfinite_epoch, run(config).summary.first_nonfinite_epoch);
}

TEST_F(CudaGraph, AFailedRecordingLeavesTheDeviceUsable) {
  const torch::Device device(torch::kCUDA, 0);
  const auto recorder = detail::recorder_on(device);
  ASSERT_NE(recorder, nullptr);
  const torch::Tensor ones = torch::ones({4}, torch::TensorOptions().device(device));
  // Reading a value waits for the device, which a recording must not.
  EXPECT_THROW(static_cast<void>(recorder->record([&] { static_cast<void>((ones + 1).item<float>()); })),
               std::exception);
  EXPECT_EQ((ones + 1).sum().item<float>(), 8.0F);
  EXPECT_EQ(run(on_cuda(small_run(2), Strategy::Graph)).resolved.strategy, "graph");
}

}  // namespace
}  // namespace lossline::test
