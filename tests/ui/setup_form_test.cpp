// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/setup_form.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

#include "ui/style/tokens.h"

namespace lossline {
namespace {

void type(SetupForm& form, const char* name, const QString& text) {
  auto* edit = form.findChild<QLineEdit*>(QStringLiteral("field_") + QString::fromLatin1(name));
  ASSERT_NE(edit, nullptr) << name;
  edit->clear();
  QTest::keyClicks(edit, text);
  if (text.isEmpty()) {
    // textEdited is the user's: clear() alone does not send it.
    QTest::keyClicks(edit, QStringLiteral("1"));
    QTest::keyClick(edit, Qt::Key_Backspace);
  }
}

QString fault_of(const SetupForm& form, const char* name) {
  const auto* label = form.findChild<QLabel*>(QStringLiteral("fault_") + QString::fromLatin1(name));
  return label == nullptr ? QStringLiteral("no such label") : label->text();
}

TEST(SetupForm, HasAFieldForEverySettingButTheDevice) {
  SetupForm form;
  for (const ConfigField& field : config_fields()) {
    const QString name = QStringLiteral("field_") + QString::fromStdString(std::string(field.name));
    const auto* editor = form.findChild<QWidget*>(name);
    if (field.name == "device") {
      EXPECT_EQ(editor, nullptr) << "the button says the device";
      continue;
    }
    ASSERT_NE(editor, nullptr) << name.toStdString();
    EXPECT_FALSE(editor->accessibleName().isEmpty()) << name.toStdString();
    EXPECT_FALSE(editor->toolTip().isEmpty()) << name.toStdString();
  }
}

TEST(SetupForm, IsNeverWiderThanItsColumn) {
  SetupForm form;
  auto* more = form.findChild<QToolButton*>(QStringLiteral("moreSettingsButton"));
  ASSERT_NE(more, nullptr);
  more->click();
  EXPECT_TRUE(more->isChecked());
  EXPECT_LE(form.minimumSizeHint().width(), SpaceTokens::kLeftColumn);
  type(form, "hidden", QStringLiteral("10,,5"));
  EXPECT_NE(fault_of(form, "hidden"), QString());
  EXPECT_LE(form.minimumSizeHint().width(), SpaceTokens::kLeftColumn) << "with a fault beside a field";
}

TEST(SetupForm, ShowsAConfigAndGivesItBack) {
  SetupForm form;
  TrainConfig config;
  config.strategy = Strategy::Eager;
  config.hidden = {64, 32};
  config.activation = Activation::Silu;
  config.optimizer = OptimizerKind::AdamW;
  config.lr = 1e-3;
  config.weight_decay = 0.1;
  config.epochs = 77;
  config.batch_size = 16;
  config.loss = LossKind::Huber;
  config.seed = 18446744073709551615ULL;
  config.test_size = 0.25;
  config.split_seed = 7;
  config.scale = Scaling::Standard;
  config.record_every = 10;
  config.read_loss = {ReadLoss::Mode::Interval, 100};
  config.threads = 2;
  form.set_config(config);
  ASSERT_TRUE(form.config().has_value());
  EXPECT_TRUE(*form.config() == config);
}

TEST(SetupForm, EachFaultStandsBesideItsFieldInTheWordsOfTheConfig) {
  SetupForm form;
  type(form, "epochs", QStringLiteral("0"));
  type(form, "lr", QStringLiteral("nan"));
  type(form, "hidden", QStringLiteral("10,,5"));
  type(form, "threads", QStringLiteral("0"));
  EXPECT_FALSE(form.config().has_value());
  TrainConfig wrong;
  wrong.epochs = 0;
  wrong.lr = std::numeric_limits<double>::quiet_NaN();
  wrong.threads = 0;
  for (const Fault& fault : wrong.validate()) {
    EXPECT_EQ(fault_of(form, fault.field.c_str()).toStdString(), fault.message);
  }
  EXPECT_EQ(fault_of(form, "hidden").toStdString(), set_field(wrong, "hidden", "10,,5")->message);
  EXPECT_EQ(fault_of(form, "batch-size"), QString());
  type(form, "epochs", QStringLiteral("5"));
  type(form, "lr", QStringLiteral("0.1"));
  type(form, "hidden", QString());
  type(form, "threads", QStringLiteral("auto"));
  ASSERT_TRUE(form.config().has_value());
  EXPECT_TRUE(form.config()->hidden.empty());
  EXPECT_EQ(fault_of(form, "epochs"), QString());
}

TEST(SetupForm, EveryStrategySaysWhatItIs) {
  SetupForm form;
  const auto* strategy = form.findChild<QComboBox*>(QStringLiteral("field_strategy"));
  ASSERT_NE(strategy, nullptr);
  ASSERT_EQ(strategy->count(), 4);
  for (int i = 0; i < strategy->count(); ++i) {
    EXPECT_FALSE(strategy->itemData(i, Qt::ToolTipRole).toString().isEmpty()) << i;
  }
}

TEST(SetupForm, GraphIsAChoiceOnlyWhereAGpuCanTrain) {
  SetupForm form;
  const auto* strategy = form.findChild<QComboBox*>(QStringLiteral("field_strategy"));
  ASSERT_NE(strategy, nullptr);
  const auto enabled = [&](const char* name) {
    const int index = strategy->findData(QString::fromLatin1(name));
    return strategy->model()->flags(strategy->model()->index(index, 0)).testFlag(Qt::ItemIsEnabled);
  };
  TrainConfig config;
  config.strategy = Strategy::Graph;
  form.set_config(config);
  EXPECT_TRUE(enabled("graph"));
  ASSERT_TRUE(form.config().has_value());
  EXPECT_EQ(form.config()->device.kind, DeviceSpec::Kind::Cuda);
  form.set_gpu(false);
  EXPECT_FALSE(enabled("graph"));
  EXPECT_TRUE(enabled("fused"));
  EXPECT_FALSE(form.config().has_value());
  EXPECT_EQ(fault_of(form, "strategy").toStdString(), config.validate().front().message);
  form.set_gpu(true);
  EXPECT_TRUE(enabled("graph"));
  EXPECT_EQ(fault_of(form, "strategy"), QString());
}

TEST(SetupForm, AFaultUnderMoreSettingsOpensThem) {
  SetupForm form;
  form.show();
  auto* momentum = form.findChild<QLineEdit*>(QStringLiteral("field_momentum"));
  ASSERT_NE(momentum, nullptr);
  EXPECT_FALSE(momentum->isVisible());
  TrainConfig config;
  config.momentum = 0.9;
  config.optimizer = OptimizerKind::Adam;
  form.set_config(config);
  EXPECT_TRUE(momentum->isVisible());
  EXPECT_NE(fault_of(form, "momentum"), QString());
}

TEST(SetupForm, SaysWhatTheModelIs) {
  SetupForm form;
  const auto* line = form.findChild<QLabel*>(QStringLiteral("modelLine"));
  ASSERT_NE(line, nullptr);
  EXPECT_EQ(line->text(), QStringLiteral("4 → 10 → 3 · 83 parameters · 332 B"));
  type(form, "hidden", QStringLiteral("64,32"));
  EXPECT_EQ(line->text(), QStringLiteral("4 → 64 → 32 → 3 · 2 499 parameters · 9.8 KiB")
                              .replace(QStringLiteral("2 499"), QStringLiteral("2\u202f499")));
}

TEST(SetupForm, IsLockedWhileARunGoesOn) {
  SetupForm form;
  form.set_locked(true);
  EXPECT_FALSE(form.findChild<QWidget*>(QStringLiteral("field_epochs"))->isEnabled());
  form.set_locked(false);
  EXPECT_TRUE(form.findChild<QWidget*>(QStringLiteral("field_epochs"))->isEnabled());
}

}  // namespace
}  // namespace lossline
