// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "core/api/live_readings.h"

class QLabel;
class QProgressBar;

namespace lossline {

/// A caption, a value, and a bar that fills with a share of 100. An unknown share shows a dash and an empty bar.
class MeterBar : public QWidget {
  Q_OBJECT

 public:
  MeterBar(const QString& caption, const QString& object_name, QWidget* parent = nullptr);
  /// `text` is shown as the value; empty: the per cent.
  void set(std::optional<double> percent, const QString& text = {});
  [[nodiscard]] QString text() const;

 private:
  QLabel* value_;
  QProgressBar* bar_;
};

/// Small bars, one for each logical CPU; beyond 64 each is the mean of several. Painted again only where a bar moved by
/// a pixel.
class CoreBars : public QWidget {
  Q_OBJECT

 public:
  explicit CoreBars(QWidget* parent = nullptr);
  void set(const std::vector<double>& percents);
  [[nodiscard]] std::size_t bars() const { return heights_.size(); }
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<int> heights_;  // pixels
};

/// Load of the CPU: the mean, and a small bar for each logical one. Takes no room before there is a reading.
class CpuMeters : public QWidget {
  Q_OBJECT

 public:
  explicit CpuMeters(QWidget* parent = nullptr);
  void show_readings(const LiveReadings& readings);

 private:
  MeterBar* mean_;
  CoreBars* cores_;
};

/// Memory in use.
class MemoryMeter : public QWidget {
  Q_OBJECT

 public:
  explicit MemoryMeter(QWidget* parent = nullptr);
  void show_readings(const LiveReadings& readings);

 private:
  MeterBar* used_;
};

/// Utilisation, memory, temperature and power of one GPU: what it tells, and no room for the rest.
class GpuMeters : public QWidget {
  Q_OBJECT

 public:
  /// `index` of HardwareFacts::gpus.
  explicit GpuMeters(int index, QWidget* parent = nullptr);
  void show_readings(const LiveReadings& readings);

 private:
  int index_;
  MeterBar* busy_;
  MeterBar* memory_;
  QLabel* climate_;
};

}  // namespace lossline
