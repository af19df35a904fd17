// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hypervisor.h"

#include <optional>
#include <string>
#include <string_view>

#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

struct Found {
  std::string name, source, confidence;
};

struct DmiMark {
  std::string_view vendor, product;  ///< parts of sys_vendor and product_name; empty = any
  std::string_view name;
  bool guest_only;  ///< the strings stand on virtual machines alone
  bool certain;
};
// Strings as systemd's virt.c and util-linux's lscpu-virt.c know them.
constexpr DmiMark kDmiMarks[] = {
    {"VMware", "", "VMware", true, true},
    {"innotek GmbH", "", "VirtualBox", true, true},
    {"", "VirtualBox", "VirtualBox", true, true},
    {"Xen", "", "Xen", true, true},
    {"Microsoft Corporation", "Virtual Machine", "Hyper-V", true, true},
    {"Parallels", "", "Parallels", true, true},
    {"", "BHYVE", "bhyve", true, true},
    {"Apple Inc.", "Apple Virtualization", "Apple Virtualization", true, true},
    {"", "KVM", "KVM", true, true},
    {"Google", "Google Compute Engine", "KVM", false, true},
    {"Amazon EC2", "", "KVM", false, true},
    {"DigitalOcean", "Droplet", "KVM", true, true},
    {"Hetzner", "vServer", "KVM", true, true},
    {"Alibaba Cloud", "Alibaba Cloud ECS", "KVM", false, true},
    {"OpenStack Foundation", "", "KVM", true, false},
    {"RDO", "OpenStack", "KVM", true, false},
    {"oVirt", "", "KVM", true, true},
    {"Nutanix", "AHV", "KVM", true, true},
    {"QEMU", "", "KVM", true, false},  // or QEMU alone; settled below
    {"Bochs", "", "Bochs", true, false},
};

bool is_part(std::string_view part, const std::string& text) {
  return part.empty() || contains(text, part);
}

std::optional<Found> from_dmi(const RootFiles& files, bool guest, bool tells_guest) {
  const std::string vendor = files.line("sys/class/dmi/id/sys_vendor").value_or(std::string());
  const std::string product = files.line("sys/class/dmi/id/product_name").value_or(std::string());
  for (const DmiMark& mark : kDmiMarks) {
    if (!is_part(mark.vendor, vendor) || !is_part(mark.product, product)) {
      continue;
    }
    // x86 CPUs tell a guest by a flag, so a hosting brand without it is its bare-metal machine; ARM has no flag.
    const bool bare_metal = tells_guest ? !guest : contains(product, "metal");
    if (!mark.guest_only && bare_metal) {
      continue;
    }
    return Found{std::string(mark.name), "sysfs", mark.certain ? "certain" : "likely"};
  }
  return std::nullopt;
}

std::optional<Found> from_clocks(const RootFiles& files) {
  const std::string clocks =
      files.line("sys/devices/system/clocksource/clocksource0/available_clocksource").value_or(std::string());
  if (contains(clocks, "kvm-clock")) {
    return Found{"KVM", "sysfs", "certain"};
  }
  if (contains(clocks, "hyperv_clocksource")) {
    return Found{"Hyper-V", "sysfs", "likely"};  // KVM can pretend to be one, for Windows guests
  }
  if (contains(clocks, "xen")) {
    return Found{"Xen", "sysfs", "certain"};
  }
  return std::nullopt;
}

std::optional<Found> find_hypervisor(const RootFiles& files, const CpuInfo& info) {
  const bool guest = has_flag(info, "hypervisor");
  const bool tells_guest = !info.vendor_id.empty();
  if (files.line("sys/hypervisor/type").value_or(std::string()) == "xen") {
    return Found{"Xen", "sysfs", "certain"};
  }
  if (contains(info.model_name, "QEMU TCG")) {
    return Found{"QEMU", "proc", "certain"};
  }
  if (info.vendor_id == "User Mode Linux") {
    return Found{"User Mode Linux", "proc", "certain"};
  }
  std::optional<Found> dmi = from_dmi(files, guest, tells_guest);
  std::optional<Found> clock = from_clocks(files);
  if (dmi && dmi->confidence == "certain") {
    return dmi;
  }
  if (clock) {
    return clock;
  }
  if (dmi) {
    return dmi;
  }
  if (contains(files.text("proc/device-tree/compatible").value_or(std::string()), "linux,dummy-virt")) {
    return Found{"KVM", "proc", "likely"};  // the board QEMU makes for ARM and RISC-V guests
  }
  if (guest) {
    return Found{"unknown hypervisor", "proc", "certain"};
  }
  return std::nullopt;
}

}  // namespace

void add_hypervisor(const RootFiles& files, const CpuInfo& info, HardwareFacts& facts) {
  if (const std::optional<Found> found = find_hypervisor(files, info)) {
    facts.cpu.hypervisor = found->name;
    facts.sources["cpu.hypervisor"] = {found->source, found->confidence};
  }
}

}  // namespace lossline
