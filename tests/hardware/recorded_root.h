// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/api/hardware_facts.h"
#include "tests/support/scratch_folder.h"

namespace lossline::test {

/// A machine's files in a temporary folder of its own, gone with this object. Every maker returns the root again.
class RecordedRoot {
 public:
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  [[nodiscard]] HardwareFacts read() const;

  RecordedRoot& file(std::string_view path, std::string_view text);
  RecordedRoot& folder(std::string_view path);
  /// A link whose target is written as given, absolute or not.
  RecordedRoot& link(std::string_view path, std::string_view target);

  /// proc/cpuinfo as tests/hardware/cpuinfo/NAME holds it.
  RecordedRoot& cpuinfo(std::string_view name);
  /// sys/devices/system/cpu/online.
  RecordedRoot& online(std::string_view list);
  /// The CPUs that share a core with this one, as sysfs lists them.
  RecordedRoot& core(int cpu, std::string_view siblings);
  RecordedRoot& cache(int cpu, int index, std::string_view level, std::string_view type, std::string_view size);
  /// A PCI function; `driver` empty for none. The layout is sysfs's own: a link in bus/pci to the device's folder.
  RecordedRoot& pci(std::string_view address, std::string_view kind, std::string_view vendor, std::string_view device,
                    std::string_view driver = {});
  /// An excerpt of pci.ids that knows the GPUs of the tests.
  RecordedRoot& pci_ids();
  RecordedRoot& memory(std::string_view total_kb, std::string_view available_kb);

 private:
  ScratchFolder folder_;
};

[[nodiscard]] std::string recorded_cpuinfo(std::string_view name);

}  // namespace lossline::test
