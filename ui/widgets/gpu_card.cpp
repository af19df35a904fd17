// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/gpu_card.h"

#include <string>

#include <QLabel>
#include <QVBoxLayout>

#include "core/analysis/progress_text.h"
#include "core/analysis/vram_advice.h"
#include "core/api/list_text.h"
#include "core/api/number_text.h"
#include "core/hardware/gpu_badge.h"
#include "ui/style/application_style.h"
#include "ui/widgets/fact_text.h"

namespace lossline {
namespace {

std::string path_of(const GpuFacts& gpu, const char* fact) {
  return "gpus[" + integer_text(std::int64_t{gpu.index}) + "]." + fact;
}

/// "one of Fermi or Kepler".
QString candidates_text(const std::vector<std::string>& names) {
  return GpuCard::tr("one of %1").arg(from_utf8(listed(names, " or ")));
}

QString vram_text(const GpuFacts& gpu) {
  if (gpu.memory_shared) {
    return GpuCard::tr("shared with the CPU");
  }
  if (!gpu.memory_total_bytes) {
    return {};
  }
  const QString total = from_utf8(bytes_text(*gpu.memory_total_bytes));
  return gpu.memory_free_bytes ? GpuCard::tr("%1, %2 free").arg(total, from_utf8(bytes_text(*gpu.memory_free_bytes)))
                               : total;
}

QString peak_text(const GpuFacts& gpu) {
  if (!gpu.peak_fp32_gflops) {
    return {};
  }
  constexpr double kGigaInTera = 1000;
  const QString at = gpu.peak_clock ? GpuCard::tr(" at %1\u00a0MHz").arg(gpu.peak_clock->mhz, 0, 'f', 0) : QString();
  return GpuCard::tr("%1 TFLOP/s").arg(*gpu.peak_fp32_gflops / kGigaInTera, 0, 'f', 1) + at;
}

/// Which clock it is of, and who says so.
QString peak_tip(const GpuFacts& gpu, const HardwareFacts& facts) {
  QStringList lines;
  if (gpu.peak_clock) {
    lines << GpuCard::tr("At its %1, which no work keeps up for long").arg(from_utf8(gpu.peak_clock->name));
  }
  if (const QString source = source_tip(facts, path_of(gpu, "peak_fp32_gflops")); !source.isEmpty()) {
    lines << source;
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

GpuCard::GpuCard(const GpuFacts& gpu, const HardwareFacts& facts, QWidget* parent)
    : Card(facts.gpus.size() > 1 ? tr("Graphics %1").arg(gpu.index) : tr("Graphics"), parent), index_(gpu.index) {
  setObjectName(QStringLiteral("graphicsCard"));
  QLabel* name = wrapped_label(gpu.name ? from_utf8(*gpu.name) : tr("Unnamed GPU"), "name", this);
  name->setToolTip(source_tip(facts, path_of(gpu, "name")));
  body()->addWidget(name);
  if (const std::string badge = gpu_badge(gpu); !badge.empty()) {
    QLabel* label = wrapped_label(from_utf8(badge), "badge", this);
    label->setObjectName(QStringLiteral("gpuBadge"));
    label->setToolTip(source_tip(facts, path_of(gpu, "architecture")));
    // As wide as its text where that fits a line; else over the whole card, in several.
    label->setWordWrap(false);
    label->ensurePolished();
    const bool fits = label->sizeHint().width() <= SpaceTokens::kRightColumn - 3 * SpaceTokens::kCardPadding;
    label->setWordWrap(!fits);
    body()->addWidget(label, 0, fits ? Qt::AlignLeft : Qt::Alignment());
  }
  if (!gpu.memory_shared) {
    free_bytes_ = gpu.memory_free_bytes ? gpu.memory_free_bytes : gpu.memory_total_bytes;
    empty_card_ = !gpu.memory_free_bytes;
  }
  add_figures(gpu, facts);
  if (!gpu.usable && gpu.why_not) {
    body()->addWidget(wrapped_label(from_utf8(*gpu.why_not), "hint", this));
  }
}

void GpuCard::add_figures(const GpuFacts& gpu, const HardwareFacts& facts) {
  auto* memory = new FactRows(this);
  memory->set(tr("VRAM"), vram_text(gpu), source_tip(facts, path_of(gpu, "memory_total_bytes")));
  body()->addWidget(memory);
  advice_ = wrapped_label({}, "hint", this);
  advice_->setObjectName(QStringLiteral("vramAdvice"));
  advice_->hide();
  body()->addWidget(advice_);

  auto* rows = new FactRows(this);
  if (!gpu.architecture) {
    const bool open = !gpu.architecture_candidates.empty();
    rows->set(tr("Architecture"), open ? candidates_text(gpu.architecture_candidates) : QString(),
              open ? tr("The name alone does not decide between these")
                   : tr("Neither a driver, nor the PCI id, nor the name tells it"));
  }
  rows->set(tr("Compute capability"), text_or_empty(gpu.compute_capability),
            source_tip(facts, path_of(gpu, "compute_capability")));
  const bool own_driver = gpu.driver == "nvidia" && facts.nvidia_driver_version;
  rows->set(tr("Driver"), own_driver ? from_utf8("nvidia " + *facts.nvidia_driver_version) : text_or_empty(gpu.driver),
            source_tip(facts, path_of(gpu, "driver")));
  rows->set(tr("Peak FP32"), peak_text(gpu), peak_tip(gpu, facts));
  rows->set(tr("Bandwidth"), gpu.peak_memory_gb_s ? tr("%1 GB/s").arg(*gpu.peak_memory_gb_s, 0, 'f', 0) : QString(),
            source_tip(facts, path_of(gpu, "peak_memory_gb_s")));
  if (!gpu.mig_slices.empty()) {
    QStringList slices;
    for (const std::string& slice : counted(gpu.mig_slices)) {
      slices << from_utf8(slice);
    }
    rows->set(tr("MIG slices"), slices.join(QStringLiteral(", ")));
  }
  if (const QString source = source_name(facts, path_of(gpu, "name")); !source.isEmpty()) {
    rows->set(tr("Named by"), source, tr("Which source these facts were taken from"));
  }
  body()->addWidget(rows);
}

void GpuCard::show_model(const std::optional<AskedModel>& model) {
  advice_->setVisible(model && free_bytes_);
  if (!model || !free_bytes_) {
    return;
  }
  const VramAdvice advice = vram_advice(model->spec, model->optimizer, model->momentum, *free_bytes_);
  QString text;
  if (advice.largest_batch) {
    text = tr("Room to train this model with up to %1 rows a batch, and for inference at batch 1")
               .arg(from_utf8(count_text(*advice.largest_batch)));
  } else if (advice.fits_inference) {
    text = tr("Too little to train this model; its parameters fit for inference at batch 1");
  } else {
    text = tr("Too little for this model, even for inference at batch 1");
  }
  advice_->setText(empty_card_ ? tr("%1 (when nothing else uses the card).").arg(text) : text + QLatin1Char('.'));
  advice_->setToolTip(
      tr("Estimated from weights, gradients, optimizer state and activations, with 512 MiB kept for CUDA itself"));
}

}  // namespace lossline
