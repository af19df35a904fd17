// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/report/samples.h"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>

#include <gtest/gtest.h>

#include "core/report/complete_record.h"

namespace lossline::test {
namespace {

namespace fs = std::filesystem;

HardwareFacts full_hardware() {
  HardwareFacts hardware;
  CpuFacts& cpu = hardware.cpu;
  cpu.model_name = "AMD Ryzen 9 7945HX with Radeon Graphics";
  cpu.vendor = "AMD";
  cpu.microarchitecture = "Zen 4";
  cpu.marketing_generation = "Ryzen 7000";
  cpu.physical_cores = 16;
  cpu.logical_threads = 32;
  cpu.usable_threads = 2;
  cpu.core_kinds = {{"P", 8, 16}, {"E", 8, 8}};
  cpu.isa = {"AVX2", "AVX-512"};
  cpu.caches_bytes = {{"L1d", 32768}, {"L1i", 32768}, {"L2", 1048576}, {"L3", 33554432}};
  cpu.hypervisor = "KVM";
  cpu.peak_fp32_gflops = 1234.5;
  cpu.peak_memory_gb_s = 38.5;
  hardware.memory_total_bytes = 68719476736;
  hardware.memory_available_bytes = 1;  // not in a report
  GpuFacts nvidia;
  nvidia.index = 0;
  nvidia.name = "NVIDIA GeForce RTX 4070 Ti SUPER";
  nvidia.vendor = "NVIDIA";
  nvidia.brand = "GeForce";
  nvidia.series = "RTX";
  nvidia.generation = "40";
  nvidia.architecture = "Ada Lovelace";
  nvidia.tier = "70";
  nvidia.tier_class = "upper-mid";
  nvidia.suffix = "Ti SUPER";
  nvidia.form_factor = "desktop";
  nvidia.memory_total_bytes = 17171480576;
  nvidia.memory_free_bytes = 16000000000;
  nvidia.compute_capability = "8.9";
  nvidia.pci_id = "10de:2705";
  nvidia.driver = "nvidia";
  nvidia.usable = true;
  nvidia.peak_fp32_gflops = 46080;
  nvidia.peak_clock = PeakClock{2730, "maximum graphics clock"};
  nvidia.peak_memory_gb_s = 672.25;
  GpuFacts other;
  other.index = 1;
  other.vendor = "AMD";
  other.why_not = "Lossline trains on NVIDIA GPUs only; train on the CPU.";
  hardware.gpus = {nvidia, other};
  hardware.nvidia_driver_version = "550.54.14";
  hardware.cuda = {"12.1", "8.9.2", true, 1, 0, std::nullopt};
  hardware.sources = {{"cpu.model_name", {"proc", "certain"}}, {"gpus[0].name", {"nvml", "likely"}}};
  return hardware;
}

TrainConfig full_config() {
  TrainConfig config;
  config.dataset = "data/B\xC3\xA4ume \"1\".csv";
  config.device = {DeviceSpec::Kind::Cuda, 0};
  config.strategy = Strategy::Eager;
  config.hidden = {64, 32};
  config.activation = Activation::LeakyRelu;
  config.optimizer = OptimizerKind::AdamW;
  config.lr = 0.0001;
  config.momentum = 0.9;
  config.weight_decay = 1e-5;
  config.epochs = 6;
  config.batch_size = 16;
  config.loss = LossKind::Huber;
  config.seed = 18446744073709551615U;
  config.test_size = 0.25;
  config.split_seed = 4294967295U;
  config.scale = Scaling::Standard;
  config.record_every = 2;
  config.read_loss = {ReadLoss::Mode::Interval, 100};
  config.threads = 3;
  return config;
}

}  // namespace

std::shared_ptr<LossHistory> history_of(std::initializer_list<double> losses) {
  auto history = std::make_shared<LossHistory>();
  std::uint32_t epoch = 0;
  for (const double loss : losses) {
    history->append({loss, ++epoch, 0});
  }
  return history;
}

RunRecord full_record() {
  RunRecord record;
  record.run_id = "01234567-89ab-4cde-8f01-23456789abcd";
  record.display_name = "First try";
  record.notes = "two\nlines, a tab\t and \xE2\x82\xAC";
  record.tags = {"a", "b c"};
  record.state = RunState::Diverged;
  record.error = Error{ErrorCode::Engine, "The loss is no longer finite at epoch 4; try a smaller learning rate."};
  record.started_at = "2026-02-28T23:59:59.250Z";
  record.runtime_s = 3.75;
  record.config = full_config();
  record.resolved = {"cuda:0", "eager", "huber", 3, {{"eager", 1, 61.5}, {"eager", 3, 88.0}}, "no graph"};
  record.config_hash = config_hash(record.config);
  record.initial_weights_hash = std::string(64, 'a');
  record.data = {
      150, 112, 38, {"sepal length", "sepal width"}, "species", {"setosa", "virginica"}, std::string(64, 'b')};
  record.model = {
      {{"fc1", "linear", 2, 64, 192}, {"leaky_relu1", "leaky_relu", 64, 64, 0}, {"fc2", "linear", 64, 2, 130}},
      322,
      1280};
  record.environment = {"0.1.0",      "2.6.0",      "Debian GNU/Linux 13 (trixie)",
                        "glibc 2.41", "GCC 14.2.0", "OpenBLAS 0.3.29 (openmp)",
                        "6.8.2",      "550.54.14"};
  record.hardware = full_hardware();
  record.summary = {6, 0.125, 48.0, 5376.0, 1.1013824939727783, std::nullopt, 0.1, 3, 0.5, 0.25, 2.5, 4};
  record.timing.warmup_s = 0.5;
  record.timing.search_s = 0.25;
  record.timing.chart_s = 0.0625;
  record.timing.measurement_s = 1e-7;
  record.timing.sampled = true;
  record.timing.steady_epoch_us = {20.5, 20.25, 21, 5};
  record.timing.phases_s = {0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009, std::nullopt, 0.08};
  record.history =
      history_of({1.1013824939727783, 0.30000000000000004, 0.1, std::numeric_limits<double>::quiet_NaN(),
                  std::numeric_limits<double>::infinity(), 5e-324, 1.7976931348623157e308, 20000, 1e22, 0});
  return record;
}

RunRecord failed_record() {
  RunRecord record;
  record.state = RunState::Failed;
  record.error = Error{ErrorCode::Engine, "There is no data set \"x\"; choose one of iris."};
  record.config.dataset = "x";
  record.config.hidden.clear();
  record.config.lr = std::numeric_limits<double>::quiet_NaN();
  record.config.read_loss = {ReadLoss::Mode::End, 1};
  record.config_hash = config_hash(record.config);
  return record;
}

std::string smallest_report() {
  return R"({"schema":"lossline.run_report","schema_version":1,"config":{},)"
         R"("history":{"columns":["epoch","train_loss"],"rows":[[1,0.5],[2,0.25]]}})";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string file_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

void put_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  EXPECT_TRUE(out.good()) << path;
}

std::size_t TemporaryFolder::entries() const {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(path()), fs::directory_iterator()));
}

}  // namespace lossline::test
