// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/live_meters.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QVBoxLayout>

#include "core/analysis/progress_text.h"
#include "ui/style/application_style.h"
#include "ui/widgets/fact_text.h"

namespace lossline {
namespace {

constexpr std::size_t kMostBars = 64;
constexpr std::size_t kBarsInRow = 32;
constexpr int kBarHeight = 18, kBarGap = 1;

QVBoxLayout* column_of(QWidget* widget) {
  auto* column = new QVBoxLayout(widget);
  column->setContentsMargins(0, 2, 0, 0);
  column->setSpacing(6);
  return column;
}

QString percent(double value) {
  return QStringLiteral("%1 %").arg(value, 0, 'f', 0);
}

QString amount(std::uint64_t used, std::uint64_t total) {
  return MeterBar::tr("%1 of %2").arg(from_utf8(bytes_text(used)), from_utf8(bytes_text(total)));
}

bool told(const std::optional<double>& figure) {
  return figure && std::isfinite(*figure);
}

std::optional<double> share(const std::optional<std::uint64_t>& part, const std::optional<std::uint64_t>& whole) {
  if (!part || !whole || *whole == 0) {
    return std::nullopt;
  }
  return 100.0 * static_cast<double>(*part) / static_cast<double>(*whole);
}

/// Means of equal groups, at most kMostBars of them.
std::vector<double> grouped(const std::vector<double>& percents) {
  const std::size_t each = (percents.size() + kMostBars - 1) / kMostBars;
  std::vector<double> means;
  for (std::size_t begin = 0; begin < percents.size(); begin += each) {
    const auto from = percents.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::size_t count = std::min(each, percents.size() - begin);
    means.push_back(std::accumulate(from, from + static_cast<std::ptrdiff_t>(count), 0.0) / static_cast<double>(count));
  }
  return means;
}

}  // namespace

MeterBar::MeterBar(const QString& caption, const QString& object_name, QWidget* parent)
    : QWidget(parent), value_(make_label({}, "value", this)), bar_(new QProgressBar(this)) {
  setObjectName(object_name);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(3);
  auto* line = new QHBoxLayout;
  line->addWidget(make_label(caption, "label", this));
  line->addStretch();
  line->addWidget(value_);
  column->addLayout(line);
  bar_->setRange(0, 100);
  bar_->setTextVisible(false);
  bar_->setAccessibleName(caption);
  column->addWidget(bar_);
  value_->setAccessibleName(caption);
  set(std::nullopt);
}

void MeterBar::set(std::optional<double> percent_now, const QString& text) {
  const bool known = percent_now && std::isfinite(*percent_now);
  // Both do nothing when what they show stays the same.
  bar_->setValue(known ? static_cast<int>(std::lround(std::clamp(*percent_now, 0.0, 100.0))) : 0);
  value_->setText(!known ? QStringLiteral("–") : text.isEmpty() ? percent(*percent_now) : text);
}

QString MeterBar::text() const {
  return value_->text();
}

CoreBars::CoreBars(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("coreBars"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize CoreBars::sizeHint() const {
  const auto rows = static_cast<int>((heights_.size() + kBarsInRow - 1) / kBarsInRow);
  return {100, std::max(0, rows * (kBarHeight + 3) - 3)};
}

void CoreBars::set(const std::vector<double>& percents) {
  const std::vector<double> means = grouped(percents);
  std::vector<int> heights;
  for (const double mean : means) {
    const double shown = std::isfinite(mean) ? std::clamp(mean, 0.0, 100.0) : 0.0;
    heights.push_back(static_cast<int>(std::lround(shown / 100 * kBarHeight)));
  }
  if (heights == heights_) {
    return;
  }
  const bool resized = heights.size() != heights_.size();
  heights_ = std::move(heights);
  if (resized) {
    setToolTip(means.size() < percents.size()
                   ? tr("Load of %1 threads, each bar the mean of several").arg(percents.size())
                   : tr("Load of each of the %1 threads").arg(percents.size()));
    updateGeometry();
  }
  update();
}

void CoreBars::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const auto in_row = static_cast<int>(std::min(heights_.size(), kBarsInRow));
  if (in_row == 0) {
    return;
  }
  constexpr int kWidest = 24;
  const int step = std::min(kWidest, width() / in_row);
  for (int i = 0; i < static_cast<int>(heights_.size()); ++i) {
    const QRect whole(i % in_row * step, i / in_row * (kBarHeight + 3), std::max(1, step - kBarGap), kBarHeight);
    painter.fillRect(whole, palette().color(QPalette::Mid));
    const int height = heights_[static_cast<std::size_t>(i)];
    painter.fillRect(whole.adjusted(0, kBarHeight - height, 0, 0), palette().color(QPalette::Highlight));
  }
}

CpuMeters::CpuMeters(QWidget* parent)
    : QWidget(parent), mean_(new MeterBar(tr("Load"), QStringLiteral("cpuLoad"), this)), cores_(new CoreBars(this)) {
  QVBoxLayout* column = column_of(this);
  column->addWidget(mean_);
  column->addWidget(cores_);
  hide();
}

void CpuMeters::show_readings(const LiveReadings& readings) {
  const std::vector<double>& busy = readings.cpu_busy_percent;
  if (busy.empty()) {
    return;  // the first reading has nothing to compare with
  }
  const double mean = std::accumulate(busy.begin(), busy.end(), 0.0) / static_cast<double>(busy.size());
  mean_->set(mean);
  cores_->set(busy);
  cores_->setAccessibleName(tr("CPU load: %1 over %2 threads").arg(mean_->text()).arg(busy.size()));
  show();
}

MemoryMeter::MemoryMeter(QWidget* parent)
    : QWidget(parent), used_(new MeterBar(tr("In use"), QStringLiteral("memoryUsed"), this)) {
  column_of(this)->addWidget(used_);
  hide();
}

void MemoryMeter::show_readings(const LiveReadings& readings) {
  const auto& total = readings.memory_total_bytes;
  const auto& available = readings.memory_available_bytes;
  if (!total || !available || *available > *total) {
    return;
  }
  const std::uint64_t used = *total - *available;
  used_->set(share(used, total), amount(used, *total));
  show();
}

GpuMeters::GpuMeters(int index, QWidget* parent)
    : QWidget(parent),
      index_(index),
      busy_(new MeterBar(tr("Utilisation"), QStringLiteral("gpuBusy"), this)),
      memory_(new MeterBar(tr("VRAM in use"), QStringLiteral("gpuMemory"), this)),
      climate_(make_label({}, "label", this)) {
  climate_->setObjectName(QStringLiteral("gpuClimate"));
  QVBoxLayout* column = column_of(this);
  column->addWidget(busy_);
  column->addWidget(memory_);
  column->addWidget(climate_);
  hide();
}

void GpuMeters::show_readings(const LiveReadings& readings) {
  const auto found = std::find_if(readings.gpus.begin(), readings.gpus.end(),
                                  [this](const GpuReading& gpu) { return gpu.index == index_; });
  if (found == readings.gpus.end()) {
    hide();  // it told something once and does not any more: old figures would be taken for new
    return;
  }
  busy_->set(found->busy_percent);
  busy_->setVisible(told(found->busy_percent));
  const bool memory = found->memory_used_bytes && found->memory_total_bytes;
  memory_->setVisible(memory);
  if (memory) {
    memory_->set(share(found->memory_used_bytes, found->memory_total_bytes),
                 amount(*found->memory_used_bytes, *found->memory_total_bytes));
  }
  QStringList climate;
  if (told(found->temperature_c)) {
    climate << QStringLiteral("%1 °C").arg(*found->temperature_c, 0, 'f', 0);
  }
  if (told(found->power_w)) {
    climate << (told(found->power_limit_w)
                    ? tr("%1 of %2 W").arg(*found->power_w, 0, 'f', 0).arg(*found->power_limit_w, 0, 'f', 0)
                    : tr("%1 W").arg(*found->power_w, 0, 'f', 0));
  }
  if (told(found->core_clock_mhz)) {
    climate << tr("%1 MHz").arg(*found->core_clock_mhz, 0, 'f', 0);
  }
  climate_->setText(climate.join(QStringLiteral(" · ")));
  climate_->setVisible(!climate.isEmpty());
  setVisible(told(found->busy_percent) || memory || !climate.isEmpty());
}

}  // namespace lossline
