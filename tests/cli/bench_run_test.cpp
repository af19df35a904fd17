// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of a bench and the figures made of them, against figures worked out by hand. The engine is a fake one.
#include "app/cli/bench_run.h"

#include <functional>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/cli/bench_table.h"
#include "app/cli/bench_worker.h"
#include "tests/support/fake_engine.h"

namespace lossline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A fake engine that runs what it is asked to, and keeps in which order.
class Bench : public TrainingEngine {
 public:
  test::FakeEngine inner;
  std::function<void(const TrainConfig&, RunRecord&)> change = [](const TrainConfig&, RunRecord&) {};
  std::vector<std::string> order;

  [[nodiscard]] EngineFacts facts() override { return inner.facts(); }
  [[nodiscard]] RunRecord run(const TrainConfig& config, const Dataset& data, RunControl& control,
                              RunObserver& observer) override {
    order.push_back(std::string(to_text(config.strategy)) + " " + field_text(config, "threads") + " " +
                    to_text(config.device));
    RunRecord record = inner.run(config, data, control, observer);
    record.resolved.strategy = to_text(config.strategy);
    change(config, record);
    return record;
  }
};

BenchJob tiny_job() {
  BenchJob job;
  job.name = "tiny";
  job.rows = 10;
  job.columns = 2;
  job.config.hidden = {3};
  job.config.epochs = 4;
  job.make_data = [] { return Result<Dataset>(test::tiny_dataset()); };
  return job;
}

const BenchSide kEager1{Strategy::Eager, 1, {}}, kEager2{Strategy::Eager, 2, {}}, kFused1{Strategy::Fused, 1, {}};

std::vector<BenchRow> time_tiny(Bench& engine, const BenchPlan& plan, RunControl& control) {
  const BenchJob job = tiny_job();
  return time_job(job, test::tiny_dataset(), plan, engine, control, [](const BenchStep&) {});
}

std::vector<BenchRow> time_tiny(Bench& engine, const BenchPlan& plan) {
  RunControl control;
  return time_tiny(engine, plan, control);
}

TEST(BenchRun, TakesTheWaysInTurnRoundAfterRound) {
  Bench engine;
  const auto rows = time_tiny(engine, {{kEager1, kFused1, kEager2}, 2, 1});
  EXPECT_THAT(engine.order, ElementsAre("eager 1 cpu", "fused 1 cpu", "eager 2 cpu", "eager 1 cpu", "fused 1 cpu",
                                        "eager 2 cpu", "eager 1 cpu", "fused 1 cpu", "eager 2 cpu"));
  ASSERT_EQ(rows.size(), 3U);
  for (const BenchRow& row : rows) {
    EXPECT_EQ(row.seconds.size(), 2U);  // the warm-up is not among them
    EXPECT_EQ(row.note, "");
  }
}

TEST(BenchRun, KeepsTheTrainingSecondsOfEachTimedRound) {
  Bench engine;
  double next = 1;
  engine.change = [&next](const TrainConfig&, RunRecord& record) { record.summary.train_seconds = next++; };
  const auto rows = time_tiny(engine, {{kEager1, kFused1}, 2, 1});
  EXPECT_THAT(rows[0].seconds, ElementsAre(3, 5));
  EXPECT_THAT(rows[1].seconds, ElementsAre(4, 6));
  // 2 → 3 → 2 on 8 training rows, 4 epochs: (4·6 + 6·6) · 8 · 4 operations.
  EXPECT_DOUBLE_EQ(rows[0].work_gflop, 60 * 8 * 4 / 1e9);
}

TEST(BenchRun, AWayThatIsRefusedSaysWhyAndIsNotTriedAgain) {
  Bench engine;
  engine.change = [](const TrainConfig& config, RunRecord& record) {
    if (config.strategy == Strategy::Fused) {
      record.state = RunState::Failed;
      record.error = Error{ErrorCode::InvalidConfig, "fused can't do this"};
    }
  };
  const auto rows = time_tiny(engine, {{kFused1, kEager1}, 2, 1});
  EXPECT_THAT(engine.order, ElementsAre("fused 1 cpu", "eager 1 cpu", "eager 1 cpu", "eager 1 cpu"));
  EXPECT_EQ(rows[0].note, "fused can't do this");
  EXPECT_EQ(rows[0].error, ErrorCode::InvalidConfig);
  EXPECT_TRUE(rows[0].seconds.empty());
  EXPECT_EQ(rows[1].seconds.size(), 2U);
}

TEST(BenchRun, AnotherStrategyThanAskedIsNoFigure) {
  Bench engine;
  engine.change = [](const TrainConfig&, RunRecord& record) { record.resolved.strategy = "eager"; };
  const auto rows = time_tiny(engine, {{kEager1, kFused1}, 1, 0});
  EXPECT_EQ(rows[1].note, "the engine ran eager instead");
  EXPECT_TRUE(rows[1].seconds.empty());
}

TEST(BenchRun, OtherThreadsThanAskedAreNoFigure) {
  Bench engine;
  engine.change = [](const TrainConfig&, RunRecord& record) { record.resolved.threads = 1; };
  const auto rows = time_tiny(engine, {{kEager1, kEager2}, 1, 0});
  EXPECT_EQ(rows[0].seconds.size(), 1U);
  EXPECT_EQ(rows[1].note, "the engine ran on 1 threads instead");
}

TEST(BenchRun, ALossThatIsNotEagersIsTold) {
  for (const auto& [loss, agrees] : {std::pair{0.25 * 1.0009, true}, {0.25 * 1.0011, false}, {0.25 * 0.998, false}}) {
    Bench engine;
    engine.change = [fused = loss](const TrainConfig& config, RunRecord& record) {
      record.summary.last_loss = config.strategy == Strategy::Fused ? fused : 0.25;
    };
    const auto rows = time_tiny(engine, {{kFused1, kEager1}, 1, 0});
    EXPECT_EQ(rows[0].note.empty(), agrees) << loss;
    EXPECT_EQ(rows[0].seconds.size(), 1U);
    EXPECT_EQ(rows[1].note, "");
  }
}

TEST(BenchRun, AStopKeepsTheRoundsDone) {
  Bench engine;
  RunControl control;
  engine.change = [&](const TrainConfig&, RunRecord&) {
    if (engine.order.size() == 3) {
      control.request_stop();  // while the third run ends: it may have been cut short
    }
  };
  const auto rows = time_tiny(engine, {{kEager1, kFused1}, 5, 0}, control);
  EXPECT_EQ(engine.order.size(), 3U);
  EXPECT_EQ(rows[0].seconds.size(), 1U);
  EXPECT_EQ(rows[1].seconds.size(), 1U);
}

BenchRow row_of(const BenchSide& side, std::vector<double> seconds, double work = 10) {
  BenchRow row;
  row.job = "tiny";
  row.side = side;
  row.seconds = std::move(seconds);
  row.work_gflop = work;
  return row;
}

TEST(BenchFigures, AreWhatTheirNamesSay) {
  const std::vector<BenchRow> rows = {row_of(kEager1, {4, 2, 3, 5, 1}), row_of(kFused1, {0.25, 0.5, 0.75}),
                                      row_of(kEager2, {2})};
  const MeasuredPeaks peaks = {{1, 100}, {2, 160}};
  const BenchFigures eager = bench_figures(rows[0], rows, peaks);
  EXPECT_EQ(eager.seconds.median, 3);
  EXPECT_EQ(eager.seconds.q1, 2);
  EXPECT_EQ(eager.seconds.q3, 4);
  EXPECT_EQ(eager.seconds.n, 5U);
  EXPECT_EQ(eager.speedup, 1);
  const BenchFigures fused = bench_figures(rows[1], rows, peaks);
  EXPECT_EQ(fused.gflops, 20);           // 10 in half a second
  EXPECT_EQ(fused.percent_of_peak, 20);  // of 100
  EXPECT_EQ(fused.speedup, 6);           // 3 s over 0.5 s, both on one thread
  const BenchFigures two = bench_figures(rows[2], rows, peaks);
  EXPECT_EQ(two.gflops, 5);
  EXPECT_EQ(two.percent_of_peak, 3.125);  // of 160
  EXPECT_EQ(two.speedup, 1);              // eager on two threads, not on one
}

TEST(BenchFigures, AreLeftOutWhereThereIsNothingToCompareWith) {
  DeviceSpec gpu;
  gpu.kind = DeviceSpec::Kind::Cuda;
  const std::vector<BenchRow> rows = {row_of({Strategy::Fused, 3, {}}, {1}), row_of({Strategy::Graph, 1, gpu}, {1}),
                                      row_of(kFused1, {})};
  const MeasuredPeaks peaks = {{1, 100}};
  EXPECT_EQ(bench_figures(rows[0], rows, peaks).gflops, 10);
  EXPECT_EQ(bench_figures(rows[0], rows, peaks).percent_of_peak, std::nullopt);
  EXPECT_EQ(bench_figures(rows[0], rows, peaks).speedup, std::nullopt);
  EXPECT_EQ(bench_figures(rows[1], rows, peaks).percent_of_peak, std::nullopt);  // the CPU's peak is not a GPU's
  EXPECT_EQ(bench_figures(rows[2], rows, peaks).gflops, std::nullopt);
}

TEST(BenchTable, TheJsonHasTheAgreedShape) {
  std::vector<BenchRow> rows = {row_of(kEager1, {1, 3}), row_of(kFused1, {})};
  rows[1].note = "can't";
  const auto document = nlohmann::ordered_json::parse(bench_json(rows, {{1, 100}, {2, 160}}));
  EXPECT_EQ(document, nlohmann::ordered_json::parse(R"({"peak_gflops":{"1":100.0,"2":160.0},"jobs":[
    {"job":"tiny","strategy":"eager","threads":1,"n":2,"seconds":{"median":2.0,"q1":1.5,"q3":2.5},"gflops":5.0,
     "percent_of_peak":5.0,"speedup":1.0},
    {"job":"tiny","strategy":"fused","threads":1,"n":0,"seconds":{"median":null,"q1":null,"q3":null},"gflops":null,
     "percent_of_peak":null,"speedup":null,"note":"can't"}]})"));
}

TEST(BenchTable, TheTextHasARowAWay) {
  std::vector<BenchRow> rows = {row_of(kEager1, {1, 3}), row_of(kFused1, {0.5, 0.5}), row_of(kEager2, {})};
  rows[2].note = "no such thing";
  const std::string text = bench_text(rows, {{1, 100}});
  EXPECT_THAT(text, HasSubstr("  eager           1       2.000       1.000      5.00       5.0     1.00\n"));
  EXPECT_THAT(text, HasSubstr("  fused           1     0.50000     0.00000      20.0      20.0     4.00\n"));
  EXPECT_THAT(text, HasSubstr("  eager           2  not timed: no such thing\n"));
  EXPECT_THAT(text, HasSubstr("of 2 rounds"));
  EXPECT_THAT(text, HasSubstr("100 on 1 thread."));
}

/// A worker on a fake engine and a made-up peak of 50 GFLOP/s a thread.
struct Worked {
  std::shared_ptr<Bench> engine = std::make_shared<Bench>();
  BenchJob job = tiny_job();
  BenchSources sources;
  ParsedBench asked;
  RunControl control;

  Worked() {
    sources.open_engine = [this] { return Result<std::shared_ptr<TrainingEngine>>(engine); };
    sources.measure_peak = [](int threads) { return Result<double>(50.0 * threads); };
    sources.usable_threads = 2;
    asked.jobs = {&job};
    asked.rounds = 1;
  }
  BenchAnswer done() {
    BenchWorker worker(sources, asked, control);
    while (!worker.wait(std::chrono::seconds(1))) {
    }
    return worker.answer();
  }
};

TEST(BenchWorker, RunsEagerAndFusedOnOneThreadAndOnAll) {
  Worked bench;
  const BenchAnswer answer = bench.done();
  EXPECT_FALSE(answer.error);
  EXPECT_EQ(answer.peaks, (MeasuredPeaks{{1, 50}, {2, 100}}));
  EXPECT_THAT(std::vector(bench.engine->order.begin(), bench.engine->order.begin() + 4),
              ElementsAre("eager 1 cpu", "eager 2 cpu", "fused 1 cpu", "fused 2 cpu"));
  EXPECT_EQ(bench.engine->order.size(), 8U);
}

TEST(BenchWorker, RunsGraphWhereCudaIsUsable) {
  Worked bench;
  bench.sources.usable_threads = 1;
  bench.engine->inner.script.facts.cuda.is_available = true;
  const BenchAnswer answer = bench.done();
  EXPECT_THAT(std::vector(bench.engine->order.begin(), bench.engine->order.begin() + 3),
              ElementsAre("eager 1 cpu", "fused 1 cpu", "graph 1 cuda"));
  ASSERT_EQ(answer.rows.size(), 3U);
}

TEST(BenchWorker, SaysWhyNothingWasRun) {
  Worked no_engine;
  no_engine.sources.open_engine = [] {
    return Result<std::shared_ptr<TrainingEngine>>(Error{ErrorCode::Io, "no engine here"});
  };
  EXPECT_EQ(no_engine.done().error->message, "no engine here");

  Worked no_memory;
  no_memory.job.rows = 1000000;
  no_memory.job.columns = 1000;
  no_memory.sources.memory_bytes = 1U << 30U;
  const BenchAnswer answer = no_memory.done();
  EXPECT_EQ(answer.error->code, ErrorCode::DeviceUnavailable);
  EXPECT_THAT(answer.error->message, HasSubstr("tiny needs about 19073 MiB"));
  EXPECT_TRUE(no_memory.engine->order.empty());
}

TEST(BenchWorker, AStopEndsARunThatWouldGoOnForever) {
  Worked bench;
  bench.engine->inner.script.endless = true;
  bench.engine->inner.gate.close_before(3);
  BenchWorker worker(bench.sources, bench.asked, bench.control);
  ASSERT_TRUE(bench.engine->inner.gate.wait_until_reached());
  EXPECT_EQ(worker.doing(), "tiny: warm-up, eager, 1 thread");
  bench.control.request_stop();
  while (!worker.wait(std::chrono::seconds(1))) {
  }
  EXPECT_FALSE(worker.answer().error);
  EXPECT_EQ(bench.engine->order.size(), 1U);
}

}  // namespace
}  // namespace lossline
