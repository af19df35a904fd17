// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QWidget>

#include "core/api/dataset.h"
#include "core/api/train_config.h"

class QLabel;
class QToolButton;

namespace lossline {

class Card;
class FieldRow;

/// The setup of a run: a face of TrainConfig. Every edit is checked at once; each fault stands beside its field, in the
/// words the command line uses. The device is chosen by the button that starts the run, not here: a strategy that
/// trains on one only is checked with that one, which config() then names.
class SetupForm : public QWidget {
  Q_OBJECT

 public:
  explicit SetupForm(QWidget* parent = nullptr);

  /// Shows a config; whatever was typed before is gone.
  void set_config(const TrainConfig& config);
  /// What the form says; empty while a field has a fault.
  [[nodiscard]] std::optional<TrainConfig> config() const;
  /// Whether a GPU can train here; taken for granted until this says no. Without one, strategy graph is no choice.
  void set_gpu(bool usable);
  /// The dataset that is chosen.
  [[nodiscard]] const Dataset& dataset() const { return dataset_; }
  /// Scrolls to the first field with a fault and puts the cursor there.
  void show_first_fault();
  /// Locked while a run goes on: the figures beside it belong to what is shown here.
  void set_locked(bool locked);

 Q_SIGNALS:
  void changed();

 private:
  Card* data_card();
  Card* model_card();
  Card* training_card();
  FieldRow* add_text(QLayout* layout, const std::string& name, const QString& label, const QString& help);
  FieldRow* add_choice(QLayout* layout, const std::string& name, const QString& label, const QString& help,
                       std::vector<std::pair<std::string, QString>> choices);
  [[nodiscard]] FieldRow* row(const std::string& name) const;
  void explain_strategies();
  void check();
  void show_hints(const TrainConfig& config);
  void show_more(bool more);

  std::vector<FieldRow*> rows_;
  QLabel* model_line_ = nullptr;
  QWidget* more_ = nullptr;
  QToolButton* more_button_ = nullptr;
  Dataset dataset_;
  TrainConfig config_;  ///< last one without faults
  bool valid_ = true;
  bool gpu_usable_ = true;
};

}  // namespace lossline
