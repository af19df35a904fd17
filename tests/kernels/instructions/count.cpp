// SPDX-License-Identifier: GPL-3.0-or-later
// Prints, for each kind of vector instructions of this processor, how many instructions one epoch of the fused step
// takes for an Iris-like network: a child is sent through some epochs one instruction at a time. Leaves with 77 where
// the system doesn't let it.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <signal.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "core/kernels/fused_net.h"

namespace lossline {
namespace {

constexpr int kSkipped = 77;
constexpr long kEpochs = 5;

std::unique_ptr<FusedNet> iris_like(const std::string& target) {
  constexpr std::int64_t kRows = 120, kInputs = 4;
  FusedPlan plan;
  plan.spec = {kInputs, {10}, 3, Activation::Relu};
  plan.batch_rows = kRows;
  std::vector<float> x, weights;
  std::vector<std::int32_t> labels;
  for (std::int32_t row = 0; row < kRows; ++row) {
    labels.push_back(row % 3);
    for (std::int32_t k = 0; k < kInputs; ++k) {
      x.push_back(static_cast<float>((row * 7 + k * 13) % 29) / 29.0F);
    }
  }
  for (std::int32_t i = 0; i < plan.spec.parameters(); ++i) {
    weights.push_back(static_cast<float>(i * 5 % 17) / 17.0F - 0.5F);
  }
  FusedRows data;
  data.x = x.data();
  data.labels = labels.data();
  data.rows = kRows;
  auto net = make_fused_net_for(target, plan, data);
  net->set_parameters(weights);
  static_cast<void>(net->step_all());  // what only the first step does
  return net;
}

/// Instructions of kEpochs epochs, or -1 where they can't be counted.
long instructions(FusedNet& net) {
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) {
      _exit(1);
    }
    raise(SIGSTOP);
    for (long epoch = 0; epoch < kEpochs; ++epoch) {
      static_cast<void>(net.step_all());
    }
    raise(SIGSTOP);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) {
    return -1;
  }
  long count = 0;
  while (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) == 0 && waitpid(child, &status, 0) == child &&
         WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP) {
    ++count;
  }
  const bool whole = WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP;
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return whole ? count : -1;
}

}  // namespace
}  // namespace lossline

int main() {
  for (const std::string& target : lossline::fused_targets()) {
    if (target == "SCALAR") {
      continue;  // no processor is left to it that has any other, and it takes long
    }
    const auto net = lossline::iris_like(target);
    const long count = lossline::instructions(*net);
    if (count < 0) {
      std::puts("this system does not let a program go through another one instruction at a time");
      return lossline::kSkipped;
    }
    std::printf("%s %ld\n", target.c_str(), count / lossline::kEpochs);
  }
  return 0;
}
