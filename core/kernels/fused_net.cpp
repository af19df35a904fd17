// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/fused_net.h"

// Compiled once for each vector target worth having; the CPU's best is chosen at run time. Targets whose vectors have
// no size at compile time are left out.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/fused_net.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/kernels/detail/fused_net-inl.h"

HWY_BEFORE_NAMESPACE();
namespace lossline::HWY_NAMESPACE {
namespace {

class Net final : public FusedNet {
 public:
  Net(const FusedPlan& plan, const FusedRows& data)
      : plan_(plan),
        layout_(plan_, kLanes),
        parameters_(layout_.parameters),
        first_(layout_.parameters),
        second_(layout_.parameters),
        rows_(static_cast<std::size_t>(data.rows)),
        inputs_(static_cast<std::size_t>(plan.spec.inputs)),
        row_floats_(padded(inputs_, kLanes)) {
    keep_data(data);
    for (std::size_t t = 0; t < layout_.threads; ++t) {
      members_.push_back(std::make_unique<Member>(plan_, layout_, row_floats_));
    }
    lay_out_panels();
    team_ = std::make_unique<detail::SpinTeam>(static_cast<int>(layout_.threads),
                                               [this](int member) { do_task(static_cast<std::size_t>(member)); });
  }

  void set_parameters(const std::vector<float>& flat) override {
    const float* from = flat.data();
    for_each_run([&](std::size_t at, std::size_t count) {
      std::memcpy(parameters_.get() + at, from, count * sizeof(float));
      from += count;
    });
    std::memset(first_.get(), 0, layout_.parameters * sizeof(float));
    std::memset(second_.get(), 0, layout_.parameters * sizeof(float));
    steps_ = 0;
  }

  void set_times(StepTimes* times) override { times_ = times; }
  int threads() const override { return static_cast<int>(layout_.threads); }
  std::vector<float> parameters() const override { return flat_of(parameters_.get()); }
  std::vector<float> gradient() const override { return flat_of(members_.front()->share.gradient()); }
  std::string target() const override { return hwy::TargetName(HWY_TARGET); }

  double step_all() override {
    chosen_ = nullptr;
    return step_now();
  }

  double step(const std::int64_t* rows, std::int64_t count) override {
    chosen_ = rows;
    chosen_count_ = static_cast<std::size_t>(count);
    return step_now();
  }

 private:
  /// One thread's memory.
  struct Member {
    Member(const FusedPlan& plan, const Layout& layout, std::size_t row_floats)
        : share(plan, layout),
          x(row_floats * layout.stride),
          x_rows(row_floats * layout.panel_rows),
          labels(layout.panel_rows),
          values(layout.panel_rows),
          weight(layout.panel_rows) {}
    Share share;
    // A gathered batch.
    Aligned<float> x, x_rows;
    Aligned<std::int32_t> labels;
    Aligned<float> values, weight;
    // The full batch, laid out once.
    std::vector<Panel> panels;
    std::vector<Aligned<float>> panel_x, panel_weight;
  };

  enum class Task { Gradients, Update };

  void keep_data(const FusedRows& data) {
    const std::size_t kept = padded(rows_, kLanes);
    x_rows_ = Aligned<float>(kept * row_floats_);
    for (std::size_t r = 0; r < rows_; ++r) {
      std::memcpy(x_rows_.get() + r * row_floats_, data.x + r * inputs_, inputs_ * sizeof(float));
    }
    if (data.labels != nullptr) {
      labels_ = Aligned<std::int32_t>(kept);
      std::memcpy(labels_.get(), data.labels, rows_ * sizeof(std::int32_t));
    } else {
      values_ = Aligned<float>(kept);
      std::memcpy(values_.get(), data.values, rows_ * sizeof(float));
    }
  }

  [[nodiscard]] bool full_batch() const { return static_cast<std::size_t>(plan_.batch_rows) >= rows_; }

  /// The full batch's panels, of each member its share. Nothing to do where batches are gathered.
  void lay_out_panels() {
    if (!full_batch()) {
      return;
    }
    for (std::size_t t = 0; t < layout_.threads; ++t) {
      const std::size_t end = std::min(rows_, (t + 1) * layout_.share_rows);
      for (std::size_t row = t * layout_.share_rows; row < end; row += layout_.panel_rows) {
        add_panel(*members_[t], row, std::min(layout_.panel_rows, end - row));
      }
    }
  }

  void add_panel(Member& member, std::size_t row, std::size_t rows) {
    Aligned<float> x(row_floats_ * layout_.stride);
    Aligned<float> weight(layout_.panel_rows);
    const float* from = x_rows_.get() + row * row_floats_;
    transpose(from, row_floats_, padded(rows, kTransposed), row_floats_, x.get(), layout_.stride);
    std::fill_n(weight.get(), rows, 1.0F / static_cast<float>(rows_));
    Panel panel;
    panel.x = x.get();
    panel.x_rows = from;
    panel.targets = {labels_.get() != nullptr ? labels_.get() + row : nullptr,
                     values_.get() != nullptr ? values_.get() + row : nullptr};
    panel.weight = weight.get();
    panel.rows = rows;
    member.panels.push_back(panel);
    member.panel_x.push_back(std::move(x));
    member.panel_weight.push_back(std::move(weight));
  }

  double step_now() {
    Stopwatch watch(times_);
    update_ = update_of(plan_, ++steps_);
    task_ = Task::Gradients;
    const std::int64_t before = times_ != nullptr ? times_->gather + times_->forward + times_->backward : 0;
    team_->run();
    if (times_ != nullptr) {
      watch.lap(times_->waiting);
      times_->waiting -= times_->gather + times_->forward + times_->backward - before;
    }
    task_ = Task::Update;
    if (layout_.threads == 1) {
      update_parameters(update_, members_[0]->share.gradient(), parameters_.get(), first_.get(), second_.get(), 0,
                        layout_.parameters);
    } else {
      team_->run();
    }
    if (times_ != nullptr) {
      watch.lap(times_->update);
    }
    double loss = 0;
    for (const auto& member : members_) {
      loss += member->share.loss();
    }
    return loss;
  }

  void do_task(std::size_t member) {
    StepTimes* times = member == 0 ? times_ : nullptr;
    if (task_ == Task::Update) {
      update_slice(member);
    } else if (chosen_ == nullptr) {
      bool first = true;
      for (const Panel& panel : members_[member]->panels) {
        members_[member]->share.work(parameters_.get(), panel, first, times);
        first = false;
      }
      if (first) {
        members_[member]->share.clear();
      }
    } else {
      work_on_chosen(*members_[member], member, times);
    }
  }

  void work_on_chosen(Member& member, std::size_t number, StepTimes* times) {
    const std::size_t each = padded((chosen_count_ + layout_.threads - 1) / layout_.threads, kLanes);
    const std::size_t end = std::min(chosen_count_, (number + 1) * each);
    bool first = true;
    for (std::size_t row = number * each; row < end; row += layout_.panel_rows) {
      const std::size_t rows = std::min(layout_.panel_rows, end - row);
      Stopwatch watch(times);
      const Panel panel = gather(member, chosen_ + row, rows);
      if (times != nullptr) {
        watch.lap(times->gather);
      }
      member.share.work(parameters_.get(), panel, first, times);
      first = false;
    }
    if (first) {
      member.share.clear();
    }
  }

  Panel gather(Member& member, const std::int64_t* chosen, std::size_t rows) {
    constexpr std::size_t kAhead = 8;  // rows chosen at random lie where no processor looks for them by itself
    const F f;
    const std::size_t whole = padded(rows, kLanes);
    for (std::size_t r = 0; r < rows; ++r) {
      const auto from = static_cast<std::size_t>(chosen[r]);
      if (r + kAhead < rows) {
        const float* ahead = x_rows_.get() + static_cast<std::size_t>(chosen[r + kAhead]) * row_floats_;
        hwy::Prefetch(ahead);
        hwy::Prefetch(ahead + row_floats_ / 2);
      }
      const float* row = x_rows_.get() + from * row_floats_;
      float* to = member.x_rows.get() + r * row_floats_;
      for (std::size_t k = 0; k < row_floats_; k += kLanes) {
        hn::Store(hn::Load(f, row + k), f, to + k);
      }
      if (labels_.get() != nullptr) {
        member.labels[r] = labels_[from];
      } else {
        member.values[r] = values_[from];
      }
    }
    std::memset(member.x_rows.get() + rows * row_floats_, 0, (whole - rows) * row_floats_ * sizeof(float));
    transpose(member.x_rows.get(), row_floats_, whole, row_floats_, member.x.get(), layout_.stride);
    std::fill_n(member.weight.get(), rows, 1.0F / static_cast<float>(chosen_count_));
    std::fill_n(member.weight.get() + rows, whole - rows, 0.0F);
    Panel panel;
    panel.x = member.x.get();
    panel.x_rows = member.x_rows.get();
    panel.targets = {labels_.get() != nullptr ? member.labels.get() : nullptr,
                     values_.get() != nullptr ? member.values.get() : nullptr};
    panel.weight = member.weight.get();
    panel.rows = rows;
    return panel;
  }

  /// Adds the members' gradients, in their order, and updates; each thread a part of the parameters.
  void update_slice(std::size_t member) {
    const F f;
    const std::size_t each = padded((layout_.parameters + layout_.threads - 1) / layout_.threads, kLanes);
    const std::size_t begin = std::min(layout_.parameters, member * each);
    const std::size_t end = std::min(layout_.parameters, begin + each);
    float* sum = members_[0]->share.gradient();
    for (std::size_t t = 1; t < layout_.threads; ++t) {
      const float* other = members_[t]->share.gradient();
      for (std::size_t i = begin; i < end; i += kLanes) {
        hn::Store(hn::Add(hn::Load(f, sum + i), hn::Load(f, other + i)), f, sum + i);
      }
    }
    update_parameters(update_, sum, parameters_.get(), first_.get(), second_.get(), begin, end);
  }

  /// take(position in the store, count) for each run of parameters that lie side by side, in flat order.
  template <class Take>
  void for_each_run(const Take& take) const {
    for (const LayerPlace& layer : layout_.layers) {
      for (std::size_t j = 0; j < layer.out; ++j) {
        take(layer.w + j * layer.stride, layer.in);
      }
      take(layer.b, layer.out);
    }
  }

  [[nodiscard]] std::vector<float> flat_of(const float* store) const {
    std::vector<float> flat;
    for_each_run([&](std::size_t at, std::size_t count) { flat.insert(flat.end(), store + at, store + at + count); });
    return flat;
  }

  FusedPlan plan_;
  Layout layout_;
  Aligned<float> parameters_, first_, second_;  // weights; the optimizer's moments
  std::size_t rows_, inputs_, row_floats_;
  Aligned<float> x_rows_;  // [rows][row_floats_]
  Aligned<std::int32_t> labels_;
  Aligned<float> values_;
  std::vector<std::unique_ptr<Member>> members_;
  const std::int64_t* chosen_ = nullptr;  // rows of this step; null: all
  std::size_t chosen_count_ = 0;
  std::uint64_t steps_ = 0;
  Update update_;
  StepTimes* times_ = nullptr;
  Task task_ = Task::Gradients;
  std::unique_ptr<detail::SpinTeam> team_;  // last: its threads use all of the above
};

FusedNet* new_net(const FusedPlan& plan, const FusedRows& data) {
  return new Net(plan, data);
}

}  // namespace
}  // namespace lossline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lossline {
HWY_EXPORT(new_net);

std::unique_ptr<FusedNet> make_fused_net(const FusedPlan& plan, const FusedRows& data) {
  return std::unique_ptr<FusedNet>(HWY_DYNAMIC_DISPATCH(new_net)(plan, data));
}

std::vector<std::string> fused_targets() {
  std::vector<std::string> names;
  // The best target is the lowest bit.
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    names.emplace_back(hwy::TargetName(rest & -rest));
  }
  return names;
}

std::unique_ptr<FusedNet> make_fused_net_for(const std::string& target, const FusedPlan& plan, const FusedRows& data) {
  std::int64_t bit = 0;
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    bit = hwy::TargetName(rest & -rest) == target ? rest & -rest : bit;
  }
  hwy::SetSupportedTargetsForTest(bit);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  auto net = make_fused_net(plan, data);
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return net;
}

}  // namespace lossline
#endif
