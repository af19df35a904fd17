// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/hardware/recorded_root.h"

namespace lossline::test {

// Machines as their files show them. Each fills an empty root.

void one_core_vm(RecordedRoot& root);
void two_socket_server(RecordedRoot& root);  ///< 2 × Xeon Silver 4108: 16 cores, 32 threads; no GPU but the board's own
void hybrid_laptop(RecordedRoot& root);      ///< 2 P cores with SMT, 4 E cores; Intel GPU
void big_little_phone(RecordedRoot& root);   ///< Pixel 2 XL: 4 + 4
void gb10(RecordedRoot& root);               ///< 10 + 10, two parts told apart by cpu_capacity
void many_cpus(RecordedRoot& root);          ///< 64 CPUs, 64 cores, nothing limited; the base of the containers
void one_nvidia(RecordedRoot& root);         ///< RTX 4090, driver 535.183.01 loaded
void nvidia_without_driver(RecordedRoot& root);  ///< RTX 4070 Ti SUPER, nothing bound
void nvidia_laptop(RecordedRoot& root);          ///< Intel GPU first, RTX 3060 Laptop with the driver
void one_amd(RecordedRoot& root);                ///< RX 7900 XTX on amdgpu

}  // namespace lossline::test
