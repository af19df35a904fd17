// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/hardware_facts.h"
#include "ui/widgets/card.h"

namespace lossline {

/// The processor: name, cores' architecture and series, counts, caches, vector level, measured peaks.
class CpuCard : public Card {
  Q_OBJECT

 public:
  /// `read`: whether the machine was read at all; before, dashes stand where the facts will.
  CpuCard(const HardwareFacts& facts, bool read, QWidget* parent = nullptr);
};

/// Installed memory.
class MemoryCard : public Card {
  Q_OBJECT

 public:
  explicit MemoryCard(const HardwareFacts& facts, QWidget* parent = nullptr);
};

}  // namespace lossline
