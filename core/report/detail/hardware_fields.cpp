// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/report/detail/record_fields.h"

namespace lossline::detail {
namespace {

CpuFacts cpu_from(Fields fields) {
  CpuFacts cpu;
  fields.read("model_name", cpu.model_name);
  fields.read("vendor", cpu.vendor);
  fields.read("microarchitecture", cpu.microarchitecture);
  fields.read("marketing_generation", cpu.marketing_generation);
  fields.read("physical_cores", cpu.physical_cores);
  fields.read("logical_threads", cpu.logical_threads);
  fields.read("usable_threads", cpu.usable_threads);
  fields.for_each("core_kinds", [&](Fields& item) {
    CoreKind& kind = cpu.core_kinds.emplace_back();
    item.read("kind", kind.kind);
    item.read("cores", kind.cores);
    item.read("threads", kind.threads);
  });
  fields.read("isa", cpu.isa);
  Fields caches = fields.child("caches");
  for (const std::string& name : caches.keys()) {
    if (caches.value(name) != nullptr) {
      caches.read(name, cpu.caches_bytes[name]);
    }
  }
  fields.read("hypervisor", cpu.hypervisor);
  fields.read("peak_fp32_gflops", cpu.peak_fp32_gflops);
  fields.read("peak_memory_gb_s", cpu.peak_memory_gb_s);
  return cpu;
}

GpuFacts gpu_from(Fields& fields) {
  GpuFacts gpu;
  fields.read("index", gpu.index);
  fields.read("name", gpu.name);
  fields.read("vendor", gpu.vendor);
  fields.read("brand", gpu.brand);
  fields.read("series", gpu.series);
  fields.read("generation", gpu.generation);
  fields.read("architecture", gpu.architecture);
  fields.read("tier", gpu.tier);
  fields.read("tier_class", gpu.tier_class);
  fields.read("suffix", gpu.suffix);
  fields.read("form_factor", gpu.form_factor);
  fields.read("memory_total_bytes", gpu.memory_total_bytes);
  fields.read("memory_free_bytes", gpu.memory_free_bytes);
  fields.read("compute_capability", gpu.compute_capability);
  fields.read("pci_id", gpu.pci_id);
  fields.read("driver", gpu.driver);
  fields.read("usable", gpu.usable);
  fields.read("why_not", gpu.why_not);
  fields.read("peak_fp32_gflops", gpu.peak_fp32_gflops);
  fields.read("peak_memory_gb_s", gpu.peak_memory_gb_s);
  if (fields.value("peak_clock") != nullptr) {
    Fields clock = fields.child("peak_clock");
    gpu.peak_clock.emplace();
    clock.read("mhz", gpu.peak_clock->mhz);
    clock.read("name", gpu.peak_clock->name);
  }
  return gpu;
}

CudaFacts cuda_from(Fields fields) {
  CudaFacts cuda;
  fields.read("built_version", cuda.built_version);
  fields.read("cudnn_version", cuda.cudnn_version);
  fields.read("is_available", cuda.is_available);
  fields.read("device_count", cuda.device_count);
  fields.read("current_device", cuda.current_device);
  fields.read("why_not", cuda.why_not);
  return cuda;
}

}  // namespace

HardwareFacts hardware_from(Fields fields) {
  HardwareFacts hardware;
  hardware.cpu = cpu_from(fields.child("cpu"));
  fields.read("memory_total_bytes", hardware.memory_total_bytes);
  fields.for_each("gpus", [&](Fields& item) { hardware.gpus.push_back(gpu_from(item)); });
  hardware.cuda = cuda_from(fields.child("cuda"));
  Fields sources = fields.child("sources");
  for (const std::string& path : sources.keys()) {
    if (sources.value(path) != nullptr) {
      Fields item = sources.child(path);
      FactSource& source = hardware.sources[path];
      item.read("source", source.source);
      item.read("confidence", source.confidence);
    }
  }
  return hardware;
}

}  // namespace lossline::detail
