// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/detail/record_json.h"

#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "core/report/run_report.h"

namespace lossline::detail {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinity: what is not a number is null, on purpose.
Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}
Json number(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}
template <typename T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// For keys that came after schema 1's first version: left out where there is nothing to say, so that a reader of the
/// first version meets nothing new.
void add_if_known(Json& json, const char* key, const std::optional<double>& value) {
  if (value) {
    json[key] = number(*value);
  }
}

Json resolved_to_json(const Resolved& resolved) {
  Json candidates = Json::array();
  for (const Candidate& candidate : resolved.candidates) {
    candidates.push_back(
        {{"strategy", candidate.strategy}, {"threads", candidate.threads}, {"epoch_us", number(candidate.epoch_us)}});
  }
  Json json = {{"device", resolved.device},
               {"strategy", resolved.strategy},
               {"loss", resolved.loss},
               {"threads", resolved.threads},
               {"candidates", std::move(candidates)}};
  if (!resolved.strategy_note.empty()) {
    json["strategy_note"] = resolved.strategy_note;
  }
  return json;
}

Json data_to_json(const DataInfo& data) {
  return {{"rows", data.rows},         {"train_rows", data.train_rows}, {"test_rows", data.test_rows},
          {"features", data.features}, {"target", data.target},         {"classes", data.classes},
          {"sha256", data.sha256}};
}

Json model_to_json(const ModelInfo& model) {
  Json layers = Json::array();
  for (const LayerInfo& layer : model.layers) {
    layers.push_back({{"name", layer.name},
                      {"type", layer.type},
                      {"in", layer.in},
                      {"out", layer.out},
                      {"parameters", layer.parameters}});
  }
  return {
      {"layers", std::move(layers)}, {"parameters", model.parameters}, {"flops_per_sample", model.flops_per_sample}};
}

Json environment_to_json(const Environment& environment) {
  return {{"lossline_version", environment.lossline_version},
          {"torch_version", environment.torch_version},
          {"os", environment.os},
          {"libc_version", environment.libc_version},
          {"compiler", environment.compiler},
          {"blas", environment.blas},
          {"qt_version", maybe(environment.qt_version)},
          {"nvidia_driver_version", maybe(environment.nvidia_driver_version)}};
}

Json cpu_to_json(const CpuFacts& cpu) {
  Json kinds = Json::array();
  for (const CoreKind& kind : cpu.core_kinds) {
    kinds.push_back({{"kind", kind.kind}, {"cores", kind.cores}, {"threads", kind.threads}});
  }
  Json caches = Json::object();
  for (const auto& [name, bytes] : cpu.caches_bytes) {
    caches[name] = bytes;
  }
  Json json = {{"model_name", maybe(cpu.model_name)},
               {"vendor", maybe(cpu.vendor)},
               {"microarchitecture", maybe(cpu.microarchitecture)},
               {"marketing_generation", maybe(cpu.marketing_generation)},
               {"physical_cores", maybe(cpu.physical_cores)},
               {"logical_threads", maybe(cpu.logical_threads)},
               {"usable_threads", maybe(cpu.usable_threads)},
               {"core_kinds", std::move(kinds)},
               {"isa", cpu.isa},
               {"caches", std::move(caches)},
               {"hypervisor", maybe(cpu.hypervisor)},
               {"peak_fp32_gflops", number(cpu.peak_fp32_gflops)}};
  add_if_known(json, "peak_memory_gb_s", cpu.peak_memory_gb_s);
  return json;
}

Json gpu_to_json(const GpuFacts& gpu) {
  Json json = {{"index", gpu.index},
               {"name", maybe(gpu.name)},
               {"vendor", maybe(gpu.vendor)},
               {"brand", maybe(gpu.brand)},
               {"series", maybe(gpu.series)},
               {"generation", maybe(gpu.generation)},
               {"architecture", maybe(gpu.architecture)},
               {"tier", maybe(gpu.tier)},
               {"tier_class", maybe(gpu.tier_class)},
               {"suffix", maybe(gpu.suffix)},
               {"form_factor", maybe(gpu.form_factor)},
               {"memory_total_bytes", maybe(gpu.memory_total_bytes)},
               {"memory_free_bytes", maybe(gpu.memory_free_bytes)},
               {"compute_capability", maybe(gpu.compute_capability)},
               {"pci_id", maybe(gpu.pci_id)},
               {"driver", maybe(gpu.driver)},
               {"usable", gpu.usable},
               {"why_not", maybe(gpu.why_not)}};
  add_if_known(json, "peak_fp32_gflops", gpu.peak_fp32_gflops);
  if (gpu.peak_clock) {
    json["peak_clock"] = {{"mhz", number(gpu.peak_clock->mhz)}, {"name", gpu.peak_clock->name}};
  }
  add_if_known(json, "peak_memory_gb_s", gpu.peak_memory_gb_s);
  return json;
}

Json cuda_to_json(const CudaFacts& cuda) {
  return {{"built_version", maybe(cuda.built_version)},
          {"cudnn_version", maybe(cuda.cudnn_version)},
          {"is_available", cuda.is_available},
          {"device_count", cuda.device_count},
          {"current_device", maybe(cuda.current_device)},
          {"why_not", maybe(cuda.why_not)}};
}

Json summary_to_json(const Summary& summary) {
  return {{"epochs_done", summary.epochs_done},
          {"train_seconds", number(summary.train_seconds)},
          {"epochs_per_s", number(summary.epochs_per_s)},
          {"samples_per_s", number(summary.samples_per_s)},
          {"first_loss", number(summary.first_loss)},
          {"last_loss", number(summary.last_loss)},
          {"best_loss", number(summary.best_loss)},
          {"best_epoch", maybe(summary.best_epoch)},
          {"train_accuracy", number(summary.train_accuracy)},
          {"test_accuracy", number(summary.test_accuracy)},
          {"test_loss", number(summary.test_loss)},
          {"first_nonfinite_epoch", maybe(summary.first_nonfinite_epoch)}};
}

Json timing_to_json(const Timing& timing) {
  const Spread& epoch = timing.steady_epoch_us;
  const Phases& phases = timing.phases_s;
  return {{"warmup_s", number(timing.warmup_s)},
          {"search_s", number(timing.search_s)},
          {"chart_s", number(timing.chart_s)},
          {"measurement_s", number(timing.measurement_s)},
          {"sampled", timing.sampled},
          {"steady_epoch_us",
           {{"median", number(epoch.median)}, {"q1", number(epoch.q1)}, {"q3", number(epoch.q3)}, {"n", epoch.n}}},
          {"phases_s",
           {{"h2d", number(phases.h2d)},
            {"d2h", number(phases.d2h)},
            {"gather", number(phases.gather)},
            {"dispatch", number(phases.dispatch)},
            {"forward", number(phases.forward)},
            {"backward", number(phases.backward)},
            {"optimizer", number(phases.optimizer)},
            {"loss_readback", number(phases.loss_readback)},
            {"recording", number(phases.recording)},
            {"device_idle", number(phases.device_idle)},
            {"unattributed", number(phases.unattributed)}}}};
}

}  // namespace

Json config_to_json(const TrainConfig& config) {
  const bool interval = config.read_loss.mode == ReadLoss::Mode::Interval;
  return {{"dataset", config.dataset},
          {"device", to_text(config.device)},
          {"strategy", to_text(config.strategy)},
          {"hidden", config.hidden},
          {"activation", to_text(config.activation)},
          {"optimizer", to_text(config.optimizer)},
          {"lr", number(config.lr)},
          {"momentum", number(config.momentum)},
          {"weight_decay", number(config.weight_decay)},
          {"epochs", config.epochs},
          {"batch_size", config.batch_size},
          {"loss", to_text(config.loss)},
          {"seed", config.seed},
          {"test_size", number(config.test_size)},
          {"split_seed", config.split_seed},
          {"scale", to_text(config.scale)},
          {"record_every", config.record_every},
          {"read_loss", interval ? Json(config.read_loss.interval) : Json(to_text(config.read_loss))},
          {"threads", config.threads ? Json(*config.threads) : Json("auto")},
          {"dtype", "float32"}};
}

Json hardware_to_json(const HardwareFacts& hardware, bool with_cuda) {
  Json gpus = Json::array();
  for (const GpuFacts& gpu : hardware.gpus) {
    gpus.push_back(gpu_to_json(gpu));
  }
  Json sources = Json::object();
  for (const auto& [path, source] : hardware.sources) {
    sources[path] = {{"source", source.source}, {"confidence", source.confidence}};
  }
  return {{"cpu", cpu_to_json(hardware.cpu)},
          {"memory_total_bytes", maybe(hardware.memory_total_bytes)},
          {"gpus", std::move(gpus)},
          {"cuda", with_cuda ? cuda_to_json(hardware.cuda) : Json(nullptr)},
          {"sources", std::move(sources)}};
}

Json record_to_json(const RunRecord& record) {
  return {{"schema", kReportSchema},
          {"schema_version", kReportSchemaVersion},
          {"run_id", record.run_id},
          {"display_name", record.display_name},
          {"notes", record.notes},
          {"tags", record.tags},
          {"state", to_text(record.state)},
          {"error", record.error ? Json(record.error->message) : Json(nullptr)},
          {"started_at", record.started_at},
          {"runtime_s", number(record.runtime_s)},
          {"config", config_to_json(record.config)},
          {"resolved", resolved_to_json(record.resolved)},
          {"config_hash", record.config_hash},
          {"initial_weights_hash", record.initial_weights_hash},
          {"data", data_to_json(record.data)},
          {"model", model_to_json(record.model)},
          {"environment", environment_to_json(record.environment)},
          {"hardware", hardware_to_json(record.hardware, true)},
          {"summary", summary_to_json(record.summary)},
          {"timing", timing_to_json(record.timing)},
          {"history", Json::object()}};
}

}  // namespace lossline::detail
