// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/hypervisor.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/hardware/recorded_root.h"

namespace lossline {
namespace {

constexpr const char* kGuest = "processor:0\nvendor_id:GenuineIntel\nflags: fpu hypervisor\n";
constexpr const char* kMetal = "processor:0\nvendor_id:GenuineIntel\nflags: fpu vmx\n";
constexpr const char* kArm = "processor:0\nCPU implementer:0x41\nCPU part:0xd40\n";

struct Case {
  const char* cpuinfo;
  const char* vendor;
  const char* product;
  const char* clocks;
  std::optional<std::string> name;
};

TEST(Hypervisor, IsNamedByWhatTheMachineShows) {
  const Case cases[] = {
      {kMetal, "Dell Inc.", "PowerEdge R740", "tsc hpet acpi_pm", std::nullopt},
      {kMetal, "", "", "", std::nullopt},
      {kGuest, "", "", "", "unknown hypervisor"},
      {kGuest, "Whoever", "Whatever", "tsc", "unknown hypervisor"},
      {kGuest, "", "", "kvm-clock tsc acpi_pm", "KVM"},
      {kGuest, "QEMU", "Standard PC (i440FX + PIIX, 1996)", "kvm-clock tsc", "KVM"},
      {kGuest, "VMware, Inc.", "VMware7,1", "tsc", "VMware"},
      {kGuest, "innotek GmbH", "VirtualBox", "kvm-clock tsc", "VirtualBox"},
      {kGuest, "Microsoft Corporation", "Virtual Machine", "hyperv_clocksource_tsc_page", "Hyper-V"},
      {kMetal, "Microsoft Corporation", "Surface Laptop 5", "tsc", std::nullopt},
      {kGuest, "", "", "hyperv_clocksource_tsc_page acpi_pm", "Hyper-V"},
      {kGuest, "Xen", "HVM domU", "xen tsc", "Xen"},
      {kGuest, "Parallels Software International Inc.", "Parallels Virtual Platform", "tsc", "Parallels"},
      {kGuest, "Amazon EC2", "m5.large", "kvm-clock tsc", "KVM"},
      {kMetal, "Amazon EC2", "m5.metal", "tsc", std::nullopt},
      {kArm, "Amazon EC2", "c7g.large", "arch_sys_counter", "KVM"},
      {kArm, "Amazon EC2", "c7g.metal", "arch_sys_counter", std::nullopt},
      {kGuest, "Google", "Google Compute Engine", "kvm-clock tsc", "KVM"},
      {kArm, "Apple Inc.", "Apple Virtualization Generic Platform", "arch_sys_counter", "Apple Virtualization"},
      {kMetal, "Apple Inc.", "MacBookPro16,1", "tsc", std::nullopt},
      {"processor:0\nvendor_id:AuthenticAMD\nmodel name:QEMU TCG CPU version 2.5+\nflags: hypervisor\n", "QEMU",
       "Standard PC", "tsc", "QEMU"},
      {"processor:0\nvendor_id:User Mode Linux\nmodel name:UML\n", "", "", "", "User Mode Linux"},
  };
  for (const Case& c : cases) {
    test::RecordedRoot root;
    root.file("proc/cpuinfo", c.cpuinfo)
        .file("sys/class/dmi/id/sys_vendor", c.vendor)
        .file("sys/class/dmi/id/product_name", c.product)
        .file("sys/devices/system/clocksource/clocksource0/available_clocksource", c.clocks);
    EXPECT_EQ(root.read().cpu.hypervisor, c.name) << c.vendor << " / " << c.product << " / " << c.clocks;
  }
}

TEST(Hypervisor, XenTellsOfItself) {
  test::RecordedRoot root;
  root.file("proc/cpuinfo", kMetal).file("sys/hypervisor/type", "xen\n");
  EXPECT_EQ(root.read().cpu.hypervisor, "Xen");
}

TEST(Hypervisor, TheBoardOfQemuIsAGuests) {
  test::RecordedRoot root;
  root.file("proc/cpuinfo", kArm).file("proc/device-tree/compatible", std::string("linux,dummy-virt\0", 17));
  const HardwareFacts facts = root.read();
  EXPECT_EQ(facts.cpu.hypervisor, "KVM");
  EXPECT_EQ(facts.sources.at("cpu.hypervisor").confidence, "likely");
}

}  // namespace
}  // namespace lossline
