// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/api/hardware_facts.h"
#include "core/api/mlp_spec.h"
#include "core/api/train_config.h"
#include "ui/widgets/card.h"

class QLabel;

namespace lossline {

/// The network in the form, as far as a GPU's memory is asked about it.
struct AskedModel {
  MlpSpec spec;
  OptimizerKind optimizer = OptimizerKind::Sgd;
  double momentum = 0;
};

/// One GPU: name, what its name and driver say of it, and first of its figures the memory with what that means for the
/// network in the form.
class GpuCard : public Card {
  Q_OBJECT

 public:
  /// `gpu` is one of `facts`.gpus.
  GpuCard(const GpuFacts& gpu, const HardwareFacts& facts, QWidget* parent = nullptr);

  /// Says what the memory means for this network; nothing where there is no network or no memory is known.
  void show_model(const std::optional<AskedModel>& model);
  [[nodiscard]] int index() const { return index_; }

 private:
  void add_figures(const GpuFacts& gpu, const HardwareFacts& facts);

  int index_;
  std::optional<std::uint64_t> free_bytes_;  ///< of its own memory; of an empty card where no driver tells
  bool empty_card_ = false;
  QLabel* advice_ = nullptr;
};

}  // namespace lossline
