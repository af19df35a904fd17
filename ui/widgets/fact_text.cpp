// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fact_text.h"

#include <QCoreApplication>
#include <QLabel>

#include "ui/style/application_style.h"

namespace lossline {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("FactText", text);
}

QString name_of(const std::string& source) {
  if (source == "nvml") {
    return tr("NVIDIA's driver");
  }
  if (source == "pci_id") {
    return tr("PCI id");
  }
  if (source == "name") {
    return tr("its name");
  }
  if (source == "sysfs") {
    return tr("the kernel (/sys)");
  }
  if (source == "proc") {
    return tr("the kernel (/proc)");
  }
  if (source == "cuda") {
    return tr("LibTorch's CUDA");
  }
  if (source == "table") {
    return tr("Lossline's own table");
  }
  if (source == "measured") {
    return tr("measured here");
  }
  return from_utf8(source);
}

const FactSource* source_of(const HardwareFacts& facts, const std::string& path) {
  const auto found = facts.sources.find(path);
  return found == facts.sources.end() ? nullptr : &found->second;
}

}  // namespace

QString from_utf8(const std::string& text) {
  return QString::fromStdString(text);
}

QString text_or_empty(const std::optional<std::string>& text) {
  return text ? from_utf8(*text) : QString();
}

QString number_or_empty(const std::optional<int>& number) {
  return number ? QString::number(*number) : QString();
}

QString breakable(const QString& text) {
  constexpr int kLongWord = 24;
  QString shown;
  int run = 0;
  for (const QChar c : text) {
    run = c.isSpace() ? 0 : run + 1;
    shown += c;
    if (run >= kLongWord && !c.isHighSurrogate()) {
      shown += QChar(0x200B);
      run = 0;
    }
  }
  return shown;
}

QLabel* wrapped_label(const QString& text, const char* role, QWidget* parent) {
  QLabel* label = make_label({}, role, parent);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setText(breakable(text));
  label->setMinimumWidth(1);
  return label;
}

QString source_name(const HardwareFacts& facts, const std::string& path) {
  const FactSource* source = source_of(facts, path);
  return source == nullptr ? QString() : name_of(source->source);
}

QString source_tip(const HardwareFacts& facts, const std::string& path) {
  const FactSource* source = source_of(facts, path);
  if (source == nullptr) {
    return {};
  }
  const QString sure = source->confidence == "certain" ? tr("certain") : tr("likely");
  return tr("Source: %1, %2").arg(name_of(source->source), sure);
}

}  // namespace lossline
