// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/usable_threads.h"

#include <algorithm>
#include <memory>
#include <sched.h>
#include <thread>

namespace lossline {

int usable_threads() {
  const int machine = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  // Machines with more processors than a plain cpu_set_t holds need a larger mask; the kernel says EINVAL until it
  // fits.
  for (int processors = 1024; processors <= (1 << 20); processors *= 4) {
    const auto release = [](cpu_set_t* set) { CPU_FREE(set); };
    const std::unique_ptr<cpu_set_t, decltype(release)> set(CPU_ALLOC(static_cast<std::size_t>(processors)), release);
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(processors));
    if (set && sched_getaffinity(0, bytes, set.get()) == 0) {
      return std::clamp(CPU_COUNT_S(bytes, set.get()), 1, machine);
    }
  }
  return machine;
}

}  // namespace lossline
