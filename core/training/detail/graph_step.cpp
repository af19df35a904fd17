// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/graph_step.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include "core/training/detail/eager_step.h"

namespace lossline::detail {
namespace {

/// Puts tensors back to the values they had, whatever happens in between.
class Kept {
 public:
  explicit Kept(std::vector<torch::Tensor> tensors) : tensors_(std::move(tensors)) {
    for (const torch::Tensor& tensor : tensors_) {
      values_.push_back(tensor.detach().clone());
    }
  }
  void restore() const {
    const torch::NoGradGuard no_grad;
    for (std::size_t i = 0; i < tensors_.size(); ++i) {
      torch::Tensor tensor = tensors_[i];
      tensor.copy_(values_[i]);
    }
  }

 private:
  std::vector<torch::Tensor> tensors_, values_;
};

}  // namespace

GraphStep::GraphStep(std::shared_ptr<MlpModule> model, const TrainConfig& config, LossKind loss,
                     std::unique_ptr<Recorder> recorder)
    : model_(std::move(model)),
      loss_kind_(loss),
      parameters_(model_->parameters()),
      update_(parameters_, config),
      loss_(torch::zeros({}, parameters_.front().options().requires_grad(false))),
      recorder_(std::move(recorder)) {}

void GraphStep::prepare(const torch::Tensor& x, const torch::Tensor& y) {
  const torch::AutoGradMode with_gradients(true);
  std::vector<torch::Tensor> carried = update_.state();
  carried.insert(carried.end(), parameters_.begin(), parameters_.end());
  const Kept kept(std::move(carried));
  const auto work = [this, x, y] { step_once(x, y); };
  try {
    recorder_->warm_up(work);
  } catch (...) {
    kept.restore();
    throw;
  }
  kept.restore();
  prepared_.push_back({x, y, recorder_->record(work)});
}

void GraphStep::step_once(const torch::Tensor& x, const torch::Tensor& y) {
  const torch::Tensor loss = loss_of(loss_kind_, model_->forward(x), y);
  // Not backward(): the gradients never go into the parameters' grad, so there is nothing to clear between steps.
  const std::vector<torch::Tensor> gradients = torch::autograd::grad({loss}, parameters_);
  loss_.copy_(loss.detach());
  update_.apply(gradients);
}

void GraphStep::run(const torch::Tensor& x, const torch::Tensor& y, StepListener& listener) {
  const auto same = [&](const Prepared& one) {
    return one.x.size(0) == x.size(0) && one.x.data_ptr() == x.data_ptr() && one.y.data_ptr() == y.data_ptr();
  };
  const auto found = std::find_if(prepared_.begin(), prepared_.end(), same);
  if (found == prepared_.end()) {
    throw std::logic_error("no step was recorded for this batch");
  }
  found->recording->replay();
  listener.on_loss(loss_);
  listener.on_phase(Phase::Dispatch);
}

}  // namespace lossline::detail
