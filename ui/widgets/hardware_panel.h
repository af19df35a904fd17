// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "core/api/hardware_facts.h"
#include "core/api/training_engine.h"

class QVBoxLayout;

namespace lossline {

/// What this machine is: processor, memory, graphics, and whether a GPU can train. Unknown facts are dashes.
class HardwarePanel : public QWidget {
  Q_OBJECT

 public:
  explicit HardwarePanel(QWidget* parent = nullptr);

  /// Rebuilds the cards. `engine` is empty until the engine is open; `engine_error` says why it can't be.
  void show_facts(const std::optional<HardwareFacts>& facts, const std::optional<EngineFacts>& engine,
                  const QString& engine_error);

 private:
  /// `read`: whether the machine was read at all.
  void add_processor(const HardwareFacts& facts, bool read);
  void add_memory(const HardwareFacts& facts);
  void add_graphics(const HardwareFacts& facts);
  void add_library(const std::optional<EngineFacts>& engine, const QString& engine_error);

  QVBoxLayout* column_;
};

}  // namespace lossline
