// SPDX-License-Identifier: GPL-3.0-or-later
// How long a million names take in memory, on one core: `gpu_name_bench < names.txt`, one a line, taken over and over.
#include <chrono>
#include <cstddef>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "core/hardware/names/gpu_name.h"

int main() {
  std::vector<std::string> names;
  for (std::string line; std::getline(std::cin, line);) {
    names.push_back(line);
  }
  if (names.empty()) {
    names = {"NVIDIA GeForce RTX 4070 Ti SUPER",
             "AMD Radeon RX 7900 XTX",
             "Intel(R) Arc(TM) A770 Graphics",
             "NVIDIA Corporation GA104 [GeForce RTX 3070] (rev a1)",
             "NVIDIA A100-SXM4-80GB",
             "GRID A100D-2-20C"};
  }
  constexpr std::size_t kCount = 1000000;
  std::size_t known = 0;
  static_cast<void>(lossline::parse_gpu_name(""));  // the rules are read once
  const std::clock_t cpu = std::clock();
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < kCount; ++i) {
    known += lossline::parse_gpu_name(names[i % names.size()]).vendor ? 1U : 0U;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::cout << kCount << " names in " << took.count() << " s ("
            << static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC << " s of one core), " << known
            << " with a vendor\n";
  return 0;
}
