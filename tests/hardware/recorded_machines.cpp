// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hardware/recorded_machines.h"

#include <string>

namespace lossline::test {
namespace {

constexpr std::string_view kVga = "0x030000", k3d = "0x030200";
constexpr std::string_view kNvrm =
    "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.183.01  Sun May 12 19:39:15 UTC 2024\n"
    "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n";

/// A processor block with nothing but what an Intel laptop of 2022 prints first.
std::string intel_block(int processor, int core) {
  return "processor\t: " + std::to_string(processor) +
         "\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 154\n"
         "model name\t: 12th Gen Intel(R) Core(TM) i5-1235U\nstepping\t: 4\nphysical id\t: 0\nsiblings\t: 8\n"
         "core id\t\t: " +
         std::to_string(core) + "\ncpu cores\t: 6\nflags\t\t: fpu sse4_2 fma avx avx2 avx_vnni\n\n";
}

void capacity(RecordedRoot& root, int cpu, int value) {
  root.file("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cpu_capacity", std::to_string(value) + "\n");
}

}  // namespace

void one_core_vm(RecordedRoot& root) {
  const std::string both = recorded_cpuinfo("kvm_two_vcpus.txt");
  root.file("proc/cpuinfo", both.substr(0, both.find("processor\t: 1")))
      .online("0")
      .core(0, "0")
      .memory("2027008", "1500000")
      .file("sys/class/dmi/id/sys_vendor", "QEMU\n")
      .file("sys/class/dmi/id/product_name", "Standard PC (Q35 + ICH9, 2009)\n")
      .file("sys/devices/system/clocksource/clocksource0/available_clocksource", "kvm-clock tsc acpi_pm \n")
      .pci("0000:00:01.0", kVga, "0x1af4", "0x1050", "virtio-pci");
}

void two_socket_server(RecordedRoot& root) {
  root.cpuinfo("xeon_silver_4108_two_sockets.txt").online("0-31").memory("196608000", "190000000");
  for (int core = 0; core < 16; ++core) {  // CPU n and n + 16 are one core, as that machine numbers them
    const std::string siblings = std::to_string(core) + "," + std::to_string(core + 16);
    root.core(core, siblings).core(core + 16, siblings);
  }
  root.cache(0, 0, "1", "Data", "32K").cache(0, 1, "1", "Instruction", "32K").cache(0, 2, "2", "Unified", "1024K");
  root.cache(0, 3, "3", "Unified", "11264K");
  root.pci("0000:03:00.0", kVga, "0x1a03", "0x2000", "ast").pci("0000:00:1f.0", "0x060100", "0x8086", "0xa1c1");
}

void hybrid_laptop(RecordedRoot& root) {
  std::string cpuinfo;
  for (int cpu = 0; cpu < 8; ++cpu) {
    cpuinfo += intel_block(cpu, cpu < 4 ? cpu / 2 * 4 : 4 + cpu);
    root.core(cpu, cpu < 4 ? (cpu < 2 ? "0-1" : "2-3") : std::to_string(cpu));
  }
  root.file("proc/cpuinfo", cpuinfo).online("0-7").memory("16000000", "9000000");
  root.file("sys/devices/cpu_core/cpus", "0-3\n").file("sys/devices/cpu_atom/cpus", "4-7\n");
  root.cache(0, 0, "1", "Data", "48K").cache(0, 1, "1", "Instruction", "32K").cache(0, 2, "2", "Unified", "1280K");
  root.cache(0, 3, "3", "Unified", "12288K").cache(4, 0, "1", "Data", "32K").cache(4, 2, "2", "Unified", "2048K");
  root.pci_ids().pci("0000:00:02.0", kVga, "0x8086", "0x46a6", "i915");
}

void big_little_phone(RecordedRoot& root) {
  root.cpuinfo("pixel_2_xl.txt").online("0-7").memory("3800000", "1800000");
  for (int cpu = 0; cpu < 8; ++cpu) {
    root.core(cpu, std::to_string(cpu));
    capacity(root, cpu, cpu < 4 ? 448 : 1024);
  }
  root.cache(0, 0, "1", "Data", "32K").cache(4, 0, "1", "Data", "64K").cache(4, 1, "2", "Unified", "2M");
}

void gb10(RecordedRoot& root) {
  root.cpuinfo("gb10.txt").online("0-19");
  for (int cpu = 0; cpu < 20; ++cpu) {
    root.core(cpu, std::to_string(cpu));
    capacity(root, cpu, cpu % 10 < 5 ? 718 : 1024);
  }
}

void many_cpus(RecordedRoot& root) {
  std::string cpuinfo;
  for (int cpu = 0; cpu < 64; ++cpu) {
    cpuinfo += "processor\t: " + std::to_string(cpu) +
               "\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC 7713P 64-Core Processor\nphysical id\t: 0\n"
               "siblings\t: 64\ncore id\t\t: " +
               std::to_string(cpu) + "\ncpu cores\t: 64\nflags\t\t: fpu sse4_2 avx avx2 fma\n\n";
    root.core(cpu, std::to_string(cpu));
  }
  root.file("proc/cpuinfo", cpuinfo).online("0-63").memory("263000000", "250000000");
}

void one_nvidia(RecordedRoot& root) {
  root.pci_ids().pci("0000:01:00.0", kVga, "0x10de", "0x2684", "nvidia").file("proc/driver/nvidia/version", kNvrm);
  root.pci("0000:01:00.1", "0x040300", "0x10de", "0x22ba", "snd_hda_intel");
  root.file(
      "proc/driver/nvidia/gpus/0000:01:00.0/information",
      "Model: \t\t NVIDIA GeForce RTX 4090\nIRQ:   \t\t 140\nGPU UUID: \t GPU-01234567-89ab-cdef-0123-456789abcdef\n");
}

void nvidia_without_driver(RecordedRoot& root) {
  root.pci_ids().pci("0000:01:00.0", kVga, "0x10de", "0x2705");
}

void nvidia_laptop(RecordedRoot& root) {
  root.pci_ids()
      .pci("0000:01:00.0", k3d, "0x10de", "0x2520", "nvidia")
      .pci("0000:00:02.0", kVga, "0x8086", "0x46a6", "i915")
      .file("sys/module/nvidia/version", "570.86.10\n");
}

void one_amd(RecordedRoot& root) {
  root.pci_ids().pci("0000:03:00.0", kVga, "0x1002", "0x744c", "amdgpu");
}

}  // namespace lossline::test
