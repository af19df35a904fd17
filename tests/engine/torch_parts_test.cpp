// SPDX-License-Identifier: GPL-3.0-or-later
// The parts made of LibTorch: the module, the device check, losses kept on a device, the engine's door.
#include <limits>
#include <new>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/cuda.h>
#include <torch/types.h>
#include <torch/utils.h>

#include "core/model/detail/mlp_module.h"
#include "core/training/detail/device_check.h"
#include "core/training/detail/engine_door.h"
#include "core/training/detail/loss_log.h"
#include "core/training/engine.h"
#include "tests/engine/support/reference.h"
#include "tests/engine/support/runs.h"

namespace lossline::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const MlpSpec kIrisNet{4, {10}, 3, Activation::Relu};

TEST(MlpModule, StartsAsPyTorchDoes) {
  at::Generator generator = detail::seeded_generator(0);
  const detail::MlpModule model(kIrisNet, generator);
  EXPECT_EQ(detail::flat_parameters(model), iris_reference().initial);
}

TEST(MlpModule, NamesItsPartsAsTheReportDoes) {
  at::Generator generator = detail::seeded_generator(1);
  const detail::MlpModule model({4, {10, 6}, 3, Activation::Tanh}, generator);
  std::vector<std::string> names;
  for (const auto& child : model.named_children()) {
    names.push_back(child.key());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"fc1", "tanh1", "fc2", "tanh2", "fc3"}));
  std::vector<std::string> parameters;
  for (const auto& parameter : model.named_parameters()) {
    parameters.push_back(parameter.key());
  }
  EXPECT_EQ(parameters,
            (std::vector<std::string>{"fc1.weight", "fc1.bias", "fc2.weight", "fc2.bias", "fc3.weight", "fc3.bias"}));
}

TEST(MlpModule, LeavesTheSharedGeneratorAlone) {
  torch::manual_seed(5);
  const auto expected = torch::rand({4});
  torch::manual_seed(5);
  at::Generator generator = detail::seeded_generator(0);
  const detail::MlpModule model(kIrisNet, generator);
  EXPECT_TRUE(torch::equal(torch::rand({4}), expected));
}

TEST(MlpModule, TwoSeededNetsAreOne) {
  at::Generator a = detail::seeded_generator(9);
  at::Generator b = detail::seeded_generator(9);
  EXPECT_EQ(detail::parameters_sha256(detail::flat_parameters(detail::MlpModule(kIrisNet, a))),
            detail::parameters_sha256(detail::flat_parameters(detail::MlpModule(kIrisNet, b))));
}

TEST(MlpModule, MapsRowsToOutputs) {
  at::Generator generator = detail::seeded_generator(0);
  detail::MlpModule model(kIrisNet, generator);
  EXPECT_EQ(model.forward(torch::zeros({7, 4})).sizes(), (std::vector<std::int64_t>{7, 3}));
}

TEST(DeviceCheck, NamesTheTensorThatIsElsewhere) {
  at::Generator generator = detail::seeded_generator(0);
  detail::MlpModule model(kIrisNet, generator);
  detail::NamedTensors tensors;
  for (const auto& parameter : model.named_parameters()) {
    tensors.emplace_back(parameter.key(), parameter.value());
  }
  EXPECT_FALSE(detail::check_devices(tensors, torch::kCPU));
  tensors[2].second = torch::empty({3, 10}, torch::TensorOptions().device(torch::kMeta));
  const auto error = detail::check_devices(tensors, torch::kCPU);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::Engine);
  EXPECT_THAT(error->message, HasSubstr("fc2.weight is on meta, but the run is on cpu"));
  const auto other_way = detail::check_devices({{"the training rows", torch::zeros({2, 4})}}, torch::kMeta);
  ASSERT_TRUE(other_way);
  EXPECT_THAT(other_way->message, HasSubstr("the training rows is on cpu, but the run is on meta"));
}

struct Log {
  explicit Log(const TrainConfig& config, double rows = 1) : log(config, rows, history, progress, observer) {}
  LossHistory history;
  LiveProgress progress;
  NotingObserver observer;
  detail::LossLog log;

  void add(double loss) { log.add(torch::tensor(static_cast<float>(loss)), 0.5F); }
  void read() {
    log.fetch();
    log.record();
  }
};

TrainConfig held_to_the_end(std::uint64_t epochs) {
  TrainConfig config;
  config.epochs = epochs;
  config.read_loss = {ReadLoss::Mode::End, 1};
  return config;
}

TEST(LossLog, KeepsTensorsUntilTheEndAndDropsNone) {
  constexpr std::uint64_t kEpochs = 10000;  // more than are kept loose
  Log kept(held_to_the_end(kEpochs));
  for (std::uint64_t epoch = 1; epoch <= kEpochs; ++epoch) {
    kept.add(static_cast<double>(epoch) / 4);
    EXPECT_EQ(kept.log.due(), epoch == kEpochs);
  }
  EXPECT_TRUE(kept.history.empty());
  kept.read();
  ASSERT_EQ(kept.history.size(), kEpochs);
  for (std::size_t i = 0; i < kEpochs; ++i) {
    ASSERT_EQ(kept.history[i].epoch, i + 1);
    ASSERT_EQ(kept.history[i].loss, static_cast<double>(i + 1) / 4);
  }
  EXPECT_EQ(kept.observer.points.size(), kEpochs);
  EXPECT_EQ(kept.progress.last_loss.load(), kEpochs / 4.0);
}

TEST(LossLog, ReadsByIntervalAndWhatIsRecorded) {
  TrainConfig config;
  config.epochs = 100;
  config.record_every = 5;
  Log every(config);
  std::vector<std::uint64_t> reads;
  for (std::uint64_t epoch = 1; epoch <= 20; ++epoch) {
    every.add(1);
    if (every.log.due()) {
      reads.push_back(epoch);
      every.read();
    }
  }
  EXPECT_EQ(reads, (std::vector<std::uint64_t>{1, 5, 10, 15, 20}));
  EXPECT_EQ(every.history.size(), 5u);
}

TEST(LossLog, NamesTheFirstBadLossThoughItIsNotRecorded) {
  TrainConfig config = held_to_the_end(100);
  config.record_every = 10;
  Log log(config);
  for (int epoch = 1; epoch <= 40; ++epoch) {
    log.add(epoch < 17 ? 1 : std::numeric_limits<double>::quiet_NaN());
  }
  EXPECT_FALSE(log.log.first_nonfinite());
  log.read();
  log.log.record_last();
  EXPECT_EQ(log.log.first_nonfinite(), 17u);
  ASSERT_EQ(log.history.size(), 3u);  // 1, 10, 17
  EXPECT_EQ(log.history.back().epoch, 17u);
}

TEST(LossLog, ASumOverRowsBecomesAMean) {
  Log log(held_to_the_end(1), 4);
  log.log.add(torch::tensor(6.0, torch::kFloat64), 0);
  log.read();
  EXPECT_EQ(log.history.back().loss, 1.5);
}

TEST(LossLog, MemoryIsBoundedWhateverThePolicy) {
  Log log(held_to_the_end(std::uint64_t{1} << 21));
  std::uint64_t epoch = 0;
  while (!log.log.due()) {
    log.log.add(1.0, 0);
    ++epoch;
  }
  EXPECT_EQ(epoch, std::uint64_t{1} << 20);
}

template <typename F>
std::pair<Error, Error> at_the_door(F&& body) {
  try {
    body();
  } catch (...) {
    return {detail::current_exception_error(false), detail::current_exception_error(true)};
  }
  return {};
}

TEST(EngineDoor, LibTorchsExceptionsBecomeOneLine) {
  const auto [before, during] = at_the_door([] {
    static_cast<void>(torch::mm(torch::zeros({2, 3}), torch::zeros({4, 5})));
  });
  EXPECT_EQ(before.code, ErrorCode::Engine);
  EXPECT_THAT(before.message,
              AllOf(HasSubstr("shapes cannot be multiplied"), Not(HasSubstr("\n")), Not(HasSubstr("frame #"))));
}

const c10::SourceLocation kThere{"allocate", "allocate.cpp", 1};

void expect_memory_errors(const std::pair<Error, Error>& errors) {
  const auto& [before, during] = errors;
  EXPECT_EQ(before.code, ErrorCode::DeviceUnavailable) << before.message;
  EXPECT_THAT(before.message, AllOf(HasSubstr("not enough memory"), Not(HasSubstr("\n")), Not(HasSubstr(".cpp"))));
  EXPECT_EQ(during.code, ErrorCode::Engine);
  EXPECT_THAT(during.message, HasSubstr("smaller --batch-size"));
}

TEST(EngineDoor, OutOfMemoryIsTheDevicesFaultBeforeTheRunAndTheRunsAfter) {
  expect_memory_errors(at_the_door([] { throw std::bad_alloc(); }));
  expect_memory_errors(at_the_door([] {  // in LibTorch 1.13's words
    throw c10::Error(kThere, "[enforce fail at alloc_cpu.cpp:66] . DefaultCPUAllocator: can't allocate memory");
  }));
  expect_memory_errors(at_the_door(
      [] { throw c10::Error(kThere, "CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 8 GiB total)"); }));
#ifndef __SANITIZE_ADDRESS__  // which ends the program instead
  expect_memory_errors(at_the_door([] { static_cast<void>(torch::empty({std::int64_t{1} << 46})); }));
#endif
}

TEST(EngineDoor, WhatIsNoExceptionClassIsCaughtToo) {
  EXPECT_EQ(at_the_door([] { throw 5; }).first.code, ErrorCode::Engine);
}

class OnCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!torch::cuda::is_available()) {
      GTEST_SKIP() << "needs a CUDA device";
    }
  }
  static TrainConfig on_cuda(TrainConfig config) {
    config.device = {DeviceSpec::Kind::Cuda, std::nullopt};
    config.strategy = Strategy::Eager;
    return config;
  }
};

TEST_F(OnCuda, TheSameCurveAsOnTheCpu) {
  for (const std::uint64_t batch : {0u, 32u}) {
    TrainConfig config = small_run(2000);
    config.batch_size = batch;
    const RunRecord cpu = run(config);
    const RunRecord cuda = run(on_cuda(config));
    ASSERT_EQ(cuda.state, RunState::Finished) << cuda.error->message;
    EXPECT_EQ(cuda.initial_weights_hash, cpu.initial_weights_hash);
    const auto expected = losses_of(cpu);
    const auto losses = losses_of(cuda);
    ASSERT_EQ(losses.size(), expected.size());
    for (std::size_t i = 0; i < losses.size(); ++i) {
      ASSERT_NEAR(losses[i], expected[i], 1e-5) << "CUDA, epoch " << i + 1;
    }
    EXPECT_EQ(cuda.summary.test_accuracy, cpu.summary.test_accuracy);
  }
}

TEST_F(OnCuda, PoliciesGiveTheSameHistoryOnCuda) {
  TrainConfig config = on_cuda(small_run(100));
  config.batch_size = 32;
  const auto every = losses_of(run(config));
  for (const ReadLoss& policy : {ReadLoss{ReadLoss::Mode::Interval, 7}, ReadLoss{ReadLoss::Mode::End, 1}}) {
    config.read_loss = policy;
    EXPECT_EQ(losses_of(run(config)), every);
  }
}

TEST_F(OnCuda, PhasesOnCudaAddUp) {
  const RunRecord record = run(on_cuda(small_run(200)));
  const Phases& phases = record.timing.phases_s;
  EXPECT_FALSE(phases.forward);
  EXPECT_GT(*phases.dispatch, 0);
  EXPECT_NEAR(*phases.gather + *phases.dispatch + *phases.loss_readback + *phases.recording + *phases.unattributed,
              record.summary.train_seconds, 1e-9);
}

TEST_F(OnCuda, ANetworkTooLargeForCudaIsRefused) {
  TrainConfig config = on_cuda(small_run(2));
  config.hidden = {1'000'000, 1'000'000};
  const RunRecord record = run(config);
  EXPECT_EQ(record.state, RunState::Failed);
  EXPECT_EQ(record.error->code, ErrorCode::DeviceUnavailable);
  EXPECT_THAT(record.error->message, HasSubstr("not enough memory"));
  EXPECT_EQ(run(on_cuda(small_run(2))).state, RunState::Finished);  // the device is as good as before
}

}  // namespace
}  // namespace lossline::test
