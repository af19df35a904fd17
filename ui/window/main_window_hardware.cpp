// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>

#include <QAction>
#include <QDir>

#include "core/hardware/details_text.h"
#include "core/hardware/gpu_advice.h"
#include "core/hardware/gpu_page.h"
#include "core/report/complete_record.h"
#include "ui/session/meter_feed.h"
#include "ui/widgets/fact_text.h"
#include "ui/widgets/hardware_panel.h"
#include "ui/widgets/setup_form.h"
#include "ui/window/gpu_compare_dialog.h"
#include "ui/window/gpu_page_dialog.h"
#include "ui/window/main_window.h"

namespace lossline {
namespace {

ProgramDetails program_details(const TrainingSession& session) {
  const Environment environment = program_environment(ProgramFacts{std::string(qVersion())});
  ProgramDetails details;
  details.lossline_version = environment.lossline_version;
  details.os = environment.os;
  details.libc_version = environment.libc_version;
  details.compiler = environment.compiler;
  details.qt_version = environment.qt_version;
  if (session.engine_facts()) {
    details.torch_version = session.engine_facts()->torch_version;
  }
  details.visible_devices = cuda_visible_devices();
  details.home = QDir::homePath().toStdString();
  return details;
}

/// The GPU people mean by "mine": the first that trains, else NVIDIA's, else the first.
QString own_gpu(const std::optional<HardwareFacts>& facts) {
  if (!facts) {
    return {};
  }
  const GpuFacts* chosen = nullptr;
  for (const GpuFacts& gpu : facts->gpus) {
    const bool better = chosen == nullptr || (gpu.usable && !chosen->usable) ||
                        (gpu.vendor == "NVIDIA" && chosen->vendor != "NVIDIA" && !chosen->usable);
    if (gpu.name && better) {
      chosen = &gpu;
    }
  }
  return chosen == nullptr ? QString() : text_or_empty(chosen->name);
}

}  // namespace

void MainWindow::connect_hardware() {
  connect(form_, &SetupForm::changed, this, &MainWindow::show_model);
  connect(gpu_page_action_, &QAction::triggered, this, &MainWindow::show_gpu_page);
  connect(compare_gpus_action_, &QAction::triggered, this, &MainWindow::show_comparison);
  connect(hardware_, &HardwarePanel::why_asked, this, &MainWindow::show_gpu_page);
  connect(hardware_, &HardwarePanel::compare_asked, this, &MainWindow::show_comparison);
}

void MainWindow::use_meters(MeterFeed& feed) {
  meters_ = &feed;
  connect(meters_, &MeterFeed::readings, hardware_, &HardwarePanel::show_readings);
  watch_meters();
}

void MainWindow::watch_meters() {
  if (meters_ != nullptr) {
    meters_->set_watched(painted_ && session_.hardware() && isVisible() && !isMinimized());
  }
}

void MainWindow::show_hardware() {
  const auto& error = session_.engine_error();
  hardware_->show_facts(session_.hardware(), session_.engine_facts(), error ? from_utf8(error->message) : QString());
  if (gpu_page_ && session_.hardware()) {
    gpu_page_->show_facts(*session_.hardware(), program_details(session_));
  }
  gpu_page_action_->setEnabled(session_.hardware().has_value());
  form_->set_gpu(!session_.hardware() || gpu_reason().isEmpty());
  watch_meters();
  show_phase();
}

void MainWindow::show_model() {
  const std::optional<TrainConfig> config = form_->config();
  if (!config) {
    hardware_->show_model(std::nullopt);
    return;
  }
  const Dataset& dataset = form_->dataset();
  AskedModel model;
  model.spec = MlpSpec{static_cast<std::int64_t>(dataset.columns()), config->hidden,
                       static_cast<std::int64_t>(dataset.outputs()), config->activation};
  model.optimizer = config->optimizer;
  model.momentum = config->momentum;
  hardware_->show_model(model);
}

void MainWindow::show_gpu_page() {
  if (!session_.hardware()) {
    return;
  }
  if (!gpu_page_) {
    gpu_page_ = new GpuPageDialog(this);
    gpu_page_->setAttribute(Qt::WA_DeleteOnClose);
  }
  gpu_page_->show_facts(*session_.hardware(), program_details(session_));
  gpu_page_->show();
  gpu_page_->raise();
  gpu_page_->activateWindow();
}

void MainWindow::show_comparison() {
  if (!comparison_) {
    comparison_ = new GpuCompareDialog(own_gpu(session_.hardware()), this);
    comparison_->setAttribute(Qt::WA_DeleteOnClose);
  }
  comparison_->show();
  comparison_->raise();
  comparison_->activateWindow();
}

QString MainWindow::gpu_reason() const {
  if (!session_.hardware()) {
    return tr("Looking for a GPU…");
  }
  if (const std::optional<std::string> why_not = why_no_gpu(*session_.hardware())) {
    return from_utf8(*why_not);
  }
  return {};
}

}  // namespace lossline
