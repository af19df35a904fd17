// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hardware_probe.h"

#include "core/hardware/caches.h"
#include "core/hardware/cpu_topology.h"
#include "core/hardware/gpu_identity.h"
#include "core/hardware/gpu_sysfs.h"
#include "core/hardware/hypervisor.h"
#include "core/hardware/isa.h"
#include "core/hardware/memory.h"
#include "core/hardware/names/cpu_name.h"
#include "core/hardware/nvidia_driver.h"
#include "core/hardware/nvml/nvml_answer.h"
#include "core/hardware/nvml/nvml_merge.h"
#include "core/hardware/pci_gpus.h"
#include "core/hardware/proc_cpuinfo.h"
#include "core/hardware/root_files.h"
#include "core/hardware/usable_threads.h"

namespace lossline {
namespace {

/// NVML's answer as it was recorded. No such file: it was not asked.
void add_recorded_nvml(const RootFiles& files, HardwareFacts& facts) {
  constexpr const char* kFile = "nvml.json";
  const std::optional<std::string> text = files.text(kFile, kNvmlAnswerLimit + 1);
  NvmlAnswer answer;
  if (text) {
    answer = parse_nvml_answer(*text);
  }
  const std::optional<std::string> trouble = text ? std::nullopt : files.trouble(kFile);
  if (trouble || (text && answer.state == NvmlFacts::State::Nonsense)) {
    answer.state = NvmlFacts::State::NotReadable;
    answer.detail = std::string(kFile) + " could not be read: " + trouble.value_or(answer.detail);
  }
  if (text || trouble) {
    merge_nvml(facts, answer);
  }
}

class FileProbe final : public HardwareProbe {
 public:
  explicit FileProbe(const std::filesystem::path& root) : files_(root) {}

  HardwareFacts read() override {
    HardwareFacts facts;
    facts.recorded = !files_.live();
    CpuInfo info = read_cpuinfo(files_);
    info.parts_hidden = info.parts_hidden || (!info.arm_parts.empty() && cpus_offline(files_));
    add_cpu_name(info, facts);
    add_cpu_microarchitecture(info, facts);
    const CpuTopology topology = read_cpu_topology(files_, info, facts);
    add_usable_threads(files_, topology.online, facts);
    add_caches(files_, topology, facts);
    add_isa(info, facts);
    add_hypervisor(files_, info, facts);
    add_memory(files_, facts);
    add_nvidia_driver(files_, facts);
    add_pci_gpus(files_, facts);
    if (facts.recorded) {
      add_recorded_nvml(files_, facts);
    }
    add_gpu_identity(facts);
    add_gpu_sysfs(files_, facts);
    return facts;
  }

 private:
  RootFiles files_;
};

}  // namespace

std::unique_ptr<HardwareProbe> make_hardware_probe(const std::filesystem::path& root) {
  return std::make_unique<FileProbe>(root);
}

}  // namespace lossline
