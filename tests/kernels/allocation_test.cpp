// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is allocated inside the fused loop. Every operator new of this program is counted.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "core/kernels/fused_net.h"

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t bytes, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return counted(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace lossline::test {
namespace {

TEST(FusedNetAllocations, CountingWorks) {
  const std::uint64_t before = allocations.load();
  const std::vector<float> one(1);
  EXPECT_GT(allocations.load(), before);
}

TEST(FusedNetAllocations, NoStepAllocates) {
  constexpr std::int64_t kRows = 100, kInputs = 20;
  const std::vector<float> x(kRows * kInputs, 0.5F);
  const std::vector<std::int32_t> labels(kRows, 1);
  const std::vector<float> values(kRows, 0.25F);
  std::vector<std::int64_t> order(kRows);
  std::iota(order.begin(), order.end(), 0);
  for (const OptimizerKind optimizer : {OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW}) {
    for (const LossKind loss : {LossKind::CrossEntropy, LossKind::Bce, LossKind::Mse, LossKind::Huber}) {
      for (const int threads : {1, 2}) {
        for (const bool full : {true, false}) {
          FusedPlan plan;
          plan.spec = {kInputs, {17, 33}, 3, Activation::Gelu};
          plan.loss = loss;
          plan.optimizer = optimizer;
          plan.batch_rows = full ? kRows : 32;
          plan.threads = threads;
          FusedRows data;
          data.x = x.data();
          data.labels = labels.data();
          data.rows = kRows;
          const auto net = make_fused_net(plan, data);
          net->set_parameters(std::vector<float>(static_cast<std::size_t>(plan.spec.parameters()), 0.01F));
          StepTimes times;
          const std::uint64_t before = allocations.load();
          for (int step = 0; step < 100; ++step) {
            net->set_times(step % 10 == 0 ? &times : nullptr);
            static_cast<void>(full ? net->step_all() : net->step(order.data() + step % 60, 32));
          }
          EXPECT_EQ(allocations.load(), before) << to_text(optimizer) << " " << to_text(loss) << " " << threads;
        }
      }
    }
  }
}

}  // namespace
}  // namespace lossline::test
