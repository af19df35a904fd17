// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lossline {

// What is known of the machine. A fact that no source told is empty, never a guess. Bytes and counts as numbers.

/// Where a fact came from and how sure it is.
struct FactSource {
  std::string source;      ///< "nvml", "pci_id", "name", "sysfs", "proc", "cuda", "table", "measured"
  std::string confidence;  ///< "certain" or "likely"
};

struct CoreKind {
  std::string kind;  ///< "P", "E"
  int cores = 0;
  int threads = 0;
};

struct CpuFacts {
  std::optional<std::string> model_name;
  std::optional<std::string> vendor;                ///< "AMD", "Intel", "ARM" …
  std::optional<std::string> microarchitecture;     ///< core names: "Zen 5", "Golden Cove + Gracemont"
  std::optional<std::string> marketing_generation;  ///< "EPYC 9005", "12th Gen Core"
  std::optional<std::string> codename;              ///< of the product line: "Turin"; not in reports
  std::optional<std::string> unknown_cores;         ///< why there is no microarchitecture, with the ids; not in reports
  std::optional<int> physical_cores;
  std::optional<int> logical_threads;
  std::optional<int> usable_threads;  ///< by affinity mask and cgroup: what this process may really use
  std::vector<CoreKind> core_kinds;
  std::vector<std::string> isa;                       ///< levels that matter: "AVX2", "AVX-512", "NEON" …
  std::map<std::string, std::uint64_t> caches_bytes;  ///< "L1d", "L1i", "L2", "L3": one instance of each
  std::optional<std::string> hypervisor;              ///< "KVM" …; empty on bare metal or when not told
  std::optional<double> peak_fp32_gflops;             ///< measured on all usable threads, never assumed
  std::optional<double> peak_memory_gb_s;             ///< measured likewise: 10^9 bytes a second
};

/// A clock a peak was computed from.
struct PeakClock {
  double mhz = 0;
  std::string name;  ///< "maximum graphics clock": which of the GPU's clocks, since they differ by a tenth and more
};

struct GpuFacts {
  int index = 0;
  std::optional<std::string> name;
  std::optional<std::string> vendor;
  std::optional<std::string> brand, series, generation, architecture, tier, tier_class, suffix, form_factor;
  std::optional<std::uint64_t> memory_total_bytes, memory_free_bytes;
  std::optional<std::string> compute_capability;  ///< "8.9"
  std::optional<std::string> pci_id;              ///< "10de:2705"
  std::optional<std::string> driver;              ///< kernel driver bound to the device
  std::optional<double> peak_fp32_gflops;         ///< SMs × cores per SM × 2 × peak_clock; never of a name
  std::optional<PeakClock> peak_clock;            ///< there whenever peak_fp32_gflops is
  std::optional<double> peak_memory_gb_s;         ///< from memory clock and bus width: 10^9 bytes a second
  bool usable = false;                            ///< for training here
  std::optional<std::string> why_not;             ///< one sentence; empty when usable

  // Not in reports.
  std::optional<std::string> pci_address;            ///< "0000:01:00.0"
  std::optional<std::string> chip;                   ///< "AD103"
  std::vector<std::string> architecture_candidates;  ///< what is possible where nothing decides the architecture
  bool memory_shared = false;                        ///< no memory of its own: it uses the machine's
  bool mig_enabled = false;                          ///< set to be cut into slices, each a CUDA device of its own
  std::vector<std::string> mig_slices;               ///< names of the slices it is cut into: "1g.10gb"
};

/// What came of asking NVIDIA's management library, which happens in a process of its own.
struct NvmlFacts {
  enum class State {
    NotAsked,  ///< a recorded machine without an answer, or the program is about to end
    Answered,
    NoLibrary,        ///< libnvidia-ml.so.1 is not installed: usual where there is no NVIDIA GPU
    NoDriver,         ///< the library is there, the kernel module is not loaded
    VersionMismatch,  ///< the library is newer or older than the loaded module: updated and not restarted
    NoPermission,
    Failed,      ///< any other error, a library that can't be loaded too; `detail` has its words
    Hung,        ///< silent for too long, twice
    Crashed,     ///< ended by itself, twice
    Nonsense,    ///< it answered what can't be true
    NoHelper,    ///< Lossline's own helper program is missing or can't be started: the driver was not asked
    NotReadable  ///< a recorded machine's answer is there and can't be read
  };
  State state = State::NotAsked;
  std::string detail;                       ///< one line, clean_text(); may be empty
  std::optional<std::string> cuda_version;  ///< newest CUDA this driver runs: "12.4"
};

/// LibTorch's own view of CUDA. Empty until the engine was asked.
struct CudaFacts {
  std::optional<std::string> built_version;  ///< CUDA version LibTorch was built with; empty = CPU-only build
  std::optional<std::string> cudnn_version;
  bool is_available = false;
  int device_count = 0;
  std::optional<int> current_device;
  std::optional<std::string> why_not;  ///< one sentence with the next step; empty when available
};

struct HardwareFacts {
  bool recorded =
      false;  ///< of another machine, read from its files: nothing here may be asked about it; not in reports
  CpuFacts cpu;
  std::optional<std::uint64_t> memory_total_bytes;
  std::optional<std::uint64_t> memory_available_bytes;  ///< at the time of asking; not in reports
  std::vector<GpuFacts> gpus;
  std::optional<std::string> pci_unseen;  ///< why `gpus` may lack some: a sentence; empty where all devices were seen;
                                          ///< not in reports
  std::optional<std::string> nvidia_driver_version;  ///< of the loaded kernel module
  NvmlFacts nvml;                                    ///< not in reports
  CudaFacts cuda;
  std::map<std::string, FactSource> sources;  ///< by path: "cpu.model_name", "gpus[0].name"
};

}  // namespace lossline
