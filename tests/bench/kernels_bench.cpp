// SPDX-License-Identifier: GPL-3.0-or-later
// Micro-benchmarks of the kernels: one training step of the fused net in several shapes, and the peak that its speed is
// held against. `items_per_second` are rows; `gflops` counts as MlpSpec::flops_per_sample() does.
//
//     lossline_kernels_bench --benchmark_filter=step/iris
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/kernels/fused_net.h"
#include "core/kernels/peak.h"

namespace lossline {
namespace {

/// A network on made-up rows. The values don't matter to the clock, as long as they are ordinary ones.
struct Shape {
  const char* name;
  MlpSpec spec;
  OptimizerKind optimizer;
  std::int64_t rows, batch;  // batch 0 = all rows in one step
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"iris", {4, {10}, 3, Activation::Relu}, OptimizerKind::Sgd, 120, 0},
      {"iris-7", {4, {7}, 3, Activation::Relu}, OptimizerKind::Sgd, 120, 0},
      {"iris-23-9-tanh", {4, {23, 9}, 3, Activation::Tanh}, OptimizerKind::Sgd, 120, 0},
      {"iris-64-adam", {4, {64}, 3, Activation::Relu}, OptimizerKind::Adam, 120, 0},
      {"iris-gelu", {4, {10}, 3, Activation::Gelu}, OptimizerKind::Sgd, 120, 0},
      {"tab", {32, {128, 64}, 10, Activation::Relu}, OptimizerKind::Adam, 16384, 256},
      {"wide", {784, {512, 256}, 10, Activation::Relu}, OptimizerKind::Adam, 4096, 128},
      {"one-row", {32, {128, 64}, 10, Activation::Relu}, OptimizerKind::Sgd, 1024, 1}};
  return all;
}

std::vector<float> draw(std::size_t count, float from, float to, std::mt19937& random) {
  // Not the standard's distribution, which differs between libraries.
  std::vector<float> values(count);
  for (float& value : values) {
    value = from + (to - from) * static_cast<float>(random() >> 8U) * 0x1p-24F;
  }
  return values;
}

/// PyTorch's range: ± 1/√inputs of the layer.
std::vector<float> draw_weights(const MlpSpec& spec, std::mt19937& random) {
  std::vector<float> weights;
  for (const LayerInfo& layer : spec.layers()) {
    if (layer.parameters > 0) {
      const float bound = 1 / std::sqrt(static_cast<float>(layer.in));
      const std::vector<float> drawn = draw(static_cast<std::size_t>(layer.parameters), -bound, bound, random);
      weights.insert(weights.end(), drawn.begin(), drawn.end());
    }
  }
  return weights;
}

void run_steps(benchmark::State& state, const Shape& shape, int threads) {
  std::mt19937 random(1);
  const auto rows = static_cast<std::size_t>(shape.rows);
  const std::vector<float> x = draw(rows * static_cast<std::size_t>(shape.spec.inputs), 0, 1, random);
  std::vector<std::int32_t> labels(rows);
  for (std::int32_t& label : labels) {
    label = static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(shape.spec.outputs));
  }
  FusedPlan plan;
  plan.spec = shape.spec;
  plan.optimizer = shape.optimizer;
  plan.lr = 1e-3;
  plan.batch_rows = shape.batch == 0 ? shape.rows : shape.batch;
  plan.threads = threads;
  FusedRows data;
  data.x = x.data();
  data.labels = labels.data();
  data.rows = shape.rows;
  const auto net = make_fused_net(plan, data);
  net->set_parameters(draw_weights(shape.spec, random));

  std::vector<std::int64_t> order(rows);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  std::int64_t at = 0;
  for (auto _ : state) {
    if (shape.batch == 0) {
      benchmark::DoNotOptimize(net->step_all());
    } else {
      benchmark::DoNotOptimize(net->step(order.data() + at, shape.batch));
      at = at + 2 * shape.batch <= shape.rows ? at + shape.batch : 0;
    }
  }
  constexpr double kGiga = 1e9;
  const std::int64_t done = state.iterations() * plan.batch_rows;
  state.SetItemsProcessed(done);
  state.SetLabel(net->target());
  state.counters["gflops"] =
      benchmark::Counter(static_cast<double>(shape.spec.flops_per_sample()) * static_cast<double>(done) / kGiga,
                         benchmark::Counter::kIsRate);
}

/// The processor's float32 peak, by the loop `hardware --measure` uses. One iteration is one whole measurement.
void run_peak(benchmark::State& state, int threads) {
  PeakSettings settings;
  settings.memory_bytes = 1;  // the least there is
  settings.seconds = 0.05;
  double best = 0;
  for (auto _ : state) {
    const Result<CpuPeak> peak = measure_cpu_peak(threads, settings);
    if (!peak.ok()) {
      state.SkipWithError(peak.error().message.c_str());
      return;
    }
    best = std::max(best, peak.value().all_fp32_gflops.best);
    state.SetLabel(peak.value().vector_target);
  }
  state.counters["gflops"] = best;
}

void declare_all() {
  for (const int threads : {1, 2}) {
    const std::string suffix = "/threads:" + std::string(threads == 1 ? "1" : "2");
    for (const Shape& shape : shapes()) {
      // Real time: the other threads' work is not in this one's processor time.
      benchmark::RegisterBenchmark(("step/" + std::string(shape.name) + suffix).c_str(), [&shape, threads](
                                                                                             benchmark::State& state) {
        run_steps(state, shape, threads);
      })->UseRealTime();
    }
    benchmark::RegisterBenchmark(("peak" + suffix).c_str(),
                                 [threads](benchmark::State& state) { run_peak(state, threads); })
        ->UseRealTime()
        ->Iterations(1);
  }
}

}  // namespace
}  // namespace lossline

int main(int argc, char** argv) {
  lossline::declare_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
