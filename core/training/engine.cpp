// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/engine.h"

#include <mutex>
#include <optional>
#include <string>

#include <ATen/Context.h>
#include <torch/version.h>

#include "core/training/blas_name.h"
#include "core/training/detail/engine_run.h"
#include "core/training/detail/run_device.h"

namespace lossline {
namespace {

/// Found once: what is mapped stays mapped.
const std::string& blas() {
  static const std::string name = bound_blas(at::hasMKL());
  return name;
}

class Engine : public TrainingEngine {
 public:
  EngineFacts facts() override {
    EngineFacts facts{TORCH_VERSION, blas(), {}};
    const std::lock_guard lock(mutex_);
    if (!cuda_) {
      cuda_ = cuda_facts_of(detail::probe_cuda(std::nullopt));
    }
    facts.cuda = *cuda_;
    return facts;
  }

  RunRecord run(const TrainConfig& config, const Dataset& dataset, RunControl& control,
                RunObserver& observer) override {
    RunRecord record = detail::run_training(config, dataset, control, observer);
    if (config.device.kind == DeviceSpec::Kind::Cpu) {
      // A run that does not touch the GPU only counts devices; what was found by trying one says more.
      const std::lock_guard lock(mutex_);
      record.hardware.cuda = cuda_.value_or(record.hardware.cuda);
    }
    record.environment.torch_version = TORCH_VERSION;
    record.environment.blas = blas();
    return record;
  }

 private:
  std::mutex mutex_;  // facts() and run() may be asked from different threads
  std::optional<CudaFacts> cuda_;
};

}  // namespace

std::unique_ptr<TrainingEngine> make_engine() {
  return std::make_unique<Engine>();
}

}  // namespace lossline
