// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "core/api/hardware_facts.h"
#include "core/api/live_readings.h"
#include "core/api/training_engine.h"
#include "ui/widgets/gpu_card.h"

class QVBoxLayout;

namespace lossline {

class CpuMeters;
class GpuMeters;
class MemoryMeter;

/// What this machine is: processor, memory, a card for every GPU, whether a GPU can train, and what the machine does
/// just now. Unknown facts are dashes.
class HardwarePanel : public QWidget {
  Q_OBJECT

 public:
  explicit HardwarePanel(QWidget* parent = nullptr);

  /// Rebuilds the cards. `engine` is empty until the engine is open; `engine_error` says why it can't be.
  void show_facts(const std::optional<HardwareFacts>& facts, const std::optional<EngineFacts>& engine,
                  const QString& engine_error);
  /// The network in the form; empty while it has a fault.
  void show_model(const std::optional<AskedModel>& model);
  void show_readings(const LiveReadings& readings);

 Q_SIGNALS:
  /// *Why can't I use my GPU?* was asked.
  void why_asked();
  void compare_asked();

 private:
  void clear();
  void add_graphics(const HardwareFacts& facts);
  void add_links(const HardwareFacts& facts);
  void add_library(const std::optional<EngineFacts>& engine, const QString& engine_error);

  QVBoxLayout* column_;
  std::vector<GpuCard*> gpus_;
  CpuMeters* cpu_meters_ = nullptr;
  MemoryMeter* memory_meter_ = nullptr;
  std::vector<GpuMeters*> gpu_meters_;
  std::optional<AskedModel> model_;
  LiveReadings readings_;
};

}  // namespace lossline
