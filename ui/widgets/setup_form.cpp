// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/setup_form.h"

#include <cmath>

#include <QLabel>
#include <QLayout>
#include <QScrollArea>
#include <QThread>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/analysis/progress_text.h"
#include "core/api/mlp_spec.h"
#include "core/data/check_run.h"
#include "core/data/datasets.h"
#include "ui/style/application_style.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fact_text.h"
#include "ui/widgets/field_row.h"

namespace lossline {
namespace {}  // namespace

SetupForm::SetupForm(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("setupForm"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(SpaceTokens::kGap);
  column->addWidget(data_card());
  column->addWidget(model_card());
  column->addWidget(training_card());
  column->addStretch();
  set_config(TrainConfig());
}

FieldRow* SetupForm::add_text(QLayout* layout, const std::string& name, const QString& label, const QString& help) {
  auto* field = new FieldRow(name, label, help, this);
  connect(field, &FieldRow::edited, this, &SetupForm::check);
  layout->addWidget(field);
  rows_.push_back(field);
  return field;
}

FieldRow* SetupForm::add_choice(QLayout* layout, const std::string& name, const QString& label, const QString& help,
                                std::vector<std::pair<std::string, QString>> choices) {
  std::vector<FieldRow::Choice> list;
  for (auto& [text, title] : choices) {
    list.push_back({text, title});
  }
  auto* field = new FieldRow(name, label, help, list, this);
  connect(field, &FieldRow::edited, this, &SetupForm::check);
  layout->addWidget(field);
  rows_.push_back(field);
  return field;
}

Card* SetupForm::data_card() {
  auto* card = new Card(tr("Data"), this);
  std::vector<std::pair<std::string, QString>> datasets;
  for (const std::string& name : dataset_names()) {
    const Result<Dataset> dataset = load_dataset(name);
    datasets.emplace_back(name, dataset.ok() ? from_utf8(dataset.value().title) : from_utf8(name));
  }
  add_choice(card->body(), "dataset", tr("Dataset"), tr("The table to learn from"), datasets);
  add_text(card->body(), "test-size", tr("Test share"), tr("Share of the rows kept for the test, between 0 and 1"));
  add_choice(card->body(), "scale", tr("Scaling"), tr("Of the features, fitted on the training rows only"),
             {{"minmax", tr("Min–max")}, {"standard", tr("Standard")}, {"none", tr("None")}});
  return card;
}

Card* SetupForm::model_card() {
  auto* card = new Card(tr("Model"), this);
  add_text(card->body(), "hidden", tr("Hidden layers"),
           tr("Widths of the hidden layers, such as 64,32; empty for none"));
  add_choice(card->body(), "activation", tr("Activation"), tr("After every hidden layer"),
             {{"relu", tr("ReLU")},
              {"leaky_relu", tr("Leaky ReLU")},
              {"tanh", tr("Tanh")},
              {"sigmoid", tr("Sigmoid")},
              {"gelu", tr("GELU")},
              {"silu", tr("SiLU")}});
  model_line_ = make_label({}, "hint", card);
  model_line_->setObjectName(QStringLiteral("modelLine"));
  model_line_->setWordWrap(true);
  card->body()->addWidget(model_line_);
  return card;
}

Card* SetupForm::training_card() {
  auto* card = new Card(tr("Training"), this);
  QVBoxLayout* body = card->body();
  add_choice(body, "optimizer", tr("Optimizer"), tr("How the weights are updated"),
             {{"sgd", tr("SGD")}, {"adam", tr("Adam")}, {"adamw", tr("AdamW")}});
  add_text(body, "lr", tr("Learning rate"), tr("Size of an update"));
  add_text(body, "epochs", tr("Epochs"), tr("Passes over the training rows"));
  add_text(body, "batch-size", tr("Batch size"), tr("Rows a step; 0 takes the whole training set at once"));
  add_text(body, "read-loss", tr("Read loss"),
           tr("When losses are read back from the device: every, end, or a number of epochs"));
  add_choice(body, "strategy", tr("Strategy"), tr("How a training step is executed"),
             {{"auto", tr("Auto")}, {"eager", tr("Eager")}, {"fused", tr("Fused")}, {"graph", tr("CUDA graph")}});
  explain_strategies();
  add_text(body, "threads", tr("Threads"), tr("CPU threads; auto measures which count is best"));

  more_button_ = new QToolButton(card);
  more_button_->setObjectName(QStringLiteral("moreSettingsButton"));
  more_button_->setProperty("role", QStringLiteral("disclosure"));
  more_button_->setCheckable(true);
  connect(more_button_, &QToolButton::toggled, this, &SetupForm::show_more);
  body->addWidget(more_button_, 0, Qt::AlignLeft);
  more_ = new QWidget(card);
  auto* more = new QVBoxLayout(more_);
  more->setContentsMargins(0, 0, 0, 0);
  more->setSpacing(SpaceTokens::kRowGap);
  add_choice(more, "loss", tr("Loss"), tr("What is made small; auto fits the target"),
             {{"auto", tr("Auto")},
              {"cross_entropy", tr("Cross-entropy")},
              {"bce", tr("Binary cross-entropy")},
              {"mse", tr("Mean squared error")},
              {"huber", tr("Huber")}});
  add_text(more, "momentum", tr("Momentum"), tr("Of SGD, at least 0 and below 1"));
  add_text(more, "weight-decay", tr("Weight decay"), tr("Pull of the weights towards 0"));
  add_text(more, "seed", tr("Seed"), tr("Of the first weights and the batch order"));
  add_text(more, "split-seed", tr("Split seed"), tr("Which rows are kept for the test"));
  add_text(more, "record-every", tr("Record every"),
           tr("Keeps the loss of every Nth epoch, of the first and the last"));
  body->addWidget(more_);
  show_more(false);
  return card;
}

void SetupForm::explain_strategies() {
  FieldRow* strategy = row("strategy");
  strategy->set_choice_help("auto",
                            tr("Tries the ways this run could be done, each for a moment, and takes the fastest"));
  strategy->set_choice_help("eager", tr("One operation at a time through LibTorch's autograd, as PyTorch trains: the "
                                        "reference, slow enough to watch"));
  strategy->set_choice_help("fused",
                            tr("Forward, backward and update in one pass of vector code, without a library call "
                               "for every operation; the same curve, on the CPU only"));
  strategy->set_choice_help("graph", tr("One training step is recorded as a CUDA graph and replayed, so that the GPU "
                                        "waits less for the CPU; on NVIDIA GPUs only"));
}

void SetupForm::set_gpu(bool usable) {
  if (gpu_usable_ == usable) {
    return;
  }
  gpu_usable_ = usable;
  row("strategy")->set_choice_enabled("graph", usable);
  check();
}

void SetupForm::show_more(bool more) {
  more_->setVisible(more);
  more_button_->setText(more ? tr("Fewer settings") : tr("More settings"));
  more_button_->setChecked(more);
}

FieldRow* SetupForm::row(const std::string& name) const {
  for (FieldRow* field : rows_) {
    if (field->name() == name) {
      return field;
    }
  }
  return nullptr;
}

void SetupForm::set_config(const TrainConfig& config) {
  for (FieldRow* field : rows_) {
    field->set_text(field_text(config, field->name()));
  }
  check();
}

void SetupForm::check() {
  TrainConfig next;
  std::vector<Fault> faults;
  for (FieldRow* field : rows_) {
    if (const auto fault = set_field(next, field->name(), field->text())) {
      faults.push_back(*fault);
    }
  }
  if (next.dataset != dataset_.name) {
    Result<Dataset> dataset = load_dataset(next.dataset);
    if (dataset.ok()) {
      dataset_ = std::move(dataset).value();
    } else {
      faults.push_back({"dataset", dataset.error().message});
    }
  }
  if (next.strategy == Strategy::Graph && gpu_usable_) {
    next.device.kind = DeviceSpec::Kind::Cuda;
  }
  // What could be read is tested; a field that could not keeps its own fault, which comes first.
  for (Fault& fault : faults_of(next, &dataset_, QThread::idealThreadCount())) {
    faults.push_back(std::move(fault));
  }
  for (FieldRow* field : rows_) {
    QString message;
    for (const Fault& fault : faults) {
      if (fault.field == field->name()) {
        message = from_utf8(fault.message);
        break;
      }
    }
    field->set_fault(message);
    if (!message.isEmpty() && more_->isAncestorOf(field)) {
      show_more(true);  // a fault must not hide
    }
  }
  valid_ = faults.empty();
  if (valid_) {
    config_ = next;
    show_hints(next);
  }
  Q_EMIT changed();
}

void SetupForm::show_hints(const TrainConfig& config) {
  const std::uint64_t rows = dataset_.rows;
  // As scikit-learn rounds: the test part up.
  const auto test_rows = static_cast<std::uint64_t>(std::ceil(config.test_size * static_cast<double>(rows)));
  const std::uint64_t train_rows = rows - test_rows;
  row("dataset")->set_hint(tr("%1 × %2").arg(dataset_.rows).arg(dataset_.columns()));
  row("test-size")->set_hint(tr("%1 of %2 rows").arg(test_rows).arg(rows));
  const bool whole = config.batch_size == 0 || config.batch_size >= train_rows;
  row("batch-size")->set_hint(whole ? tr("all %1 rows").arg(train_rows) : tr("rows"));
  row("read-loss")->set_hint(config.read_loss.mode == ReadLoss::Mode::Interval ? tr("epochs") : QString());

  const MlpSpec spec{static_cast<std::int64_t>(dataset_.columns()), config.hidden,
                     static_cast<std::int64_t>(dataset_.outputs()), config.activation};
  QString shape = QString::number(spec.inputs);
  for (const std::int64_t width : config.hidden) {
    shape += QStringLiteral(" → %1").arg(width);
  }
  shape += QStringLiteral(" → %1").arg(spec.outputs);
  const auto parameters = static_cast<std::uint64_t>(spec.parameters());
  model_line_->setText(
      tr("%1 · %2 parameters · %3")
          .arg(shape, from_utf8(count_text(parameters)), from_utf8(bytes_text(parameters * sizeof(float)))));
}

std::optional<TrainConfig> SetupForm::config() const {
  if (!valid_) {
    return std::nullopt;
  }
  return config_;
}

void SetupForm::show_first_fault() {
  for (FieldRow* field : rows_) {
    if (field->has_fault()) {
      for (QWidget* parent = parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(parent)) {
          area->ensureWidgetVisible(field);
        }
      }
      field->editor()->setFocus();
      return;
    }
  }
}

void SetupForm::set_locked(bool locked) {
  for (FieldRow* field : rows_) {
    field->editor()->setEnabled(!locked);
  }
}

}  // namespace lossline
