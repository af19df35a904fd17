// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/driver/hands.h"

#include <cstdlib>
#include <iostream>

#include <QAbstractButton>
#include <QApplication>
#include <QChartView>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QLineSeries>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QXYSeries>

namespace lossline::test {
namespace {

constexpr int kPatienceMs = 120000;
constexpr int kLookMs = 10;
constexpr int kFailed = 99;

}  // namespace

void fail(const QString& sentence) {
  std::cerr << "driver: " << sentence.toStdString() << std::endl;
  std::_Exit(kFailed);
}

void check(bool holds, const QString& sentence) {
  if (!holds) {
    fail(sentence);
  }
}

void wait_until(const std::function<bool()>& condition, const QString& what) {
  check(QTest::qWaitFor(condition, kPatienceMs), QStringLiteral("waited in vain: ") + what);
}

QWidget* window() {
  QWidget* found = nullptr;
  const auto look = [&found] {
    const QWidgetList widgets = QApplication::topLevelWidgets();
    for (QWidget* widget : widgets) {
      if (widget->objectName() == QLatin1String("mainWindow") && widget->isVisible()) {
        found = widget;
      }
    }
    return found != nullptr;
  };
  wait_until(look, QStringLiteral("the window"));
  return found;
}

bool is_enabled(const char* button_name) {
  return part<QAbstractButton>(button_name)->isEnabled();
}

bool is_visible(const char* name) {
  return part<QWidget>(name)->isVisible();
}

void press(const char* button_name) {
  auto* button = part<QAbstractButton>(button_name);
  wait_until([button] { return button->isEnabled() && button->isVisible(); },
             QString::fromLatin1(button_name) + QStringLiteral(" can be pressed"));
  QTest::mouseClick(button, Qt::LeftButton);
}

void type_into(const char* field_name, const QString& text) {
  auto* field = part<QLineEdit>(field_name);
  field->setFocus();
  field->selectAll();
  QTest::keyClick(field, Qt::Key_Delete);
  QTest::keyClicks(field, text);
}

void press_keys(const char* keys) {
  const QKeySequence sequence(QString::fromLatin1(keys));
  const QKeyCombination combination = sequence[0];
  window()->activateWindow();
  check(QTest::qWaitForWindowActive(window(), kPatienceMs), QStringLiteral("the window does not take the focus"));
  QTest::keyClick(window(), combination.key(), combination.keyboardModifiers());
}

QString texts_in(const char* name) {
  QString texts;
  const QList<QLabel*> labels = part<QWidget>(name)->findChildren<QLabel*>();
  for (const QLabel* label : labels) {
    texts += label->text() + QLatin1Char('\n');
  }
  return texts;
}

void in_next_dialog(std::function<void(QWidget* dialog)> answer) {
  auto* timer = new QTimer(QCoreApplication::instance());
  QObject::connect(timer, &QTimer::timeout, timer, [timer, answer = std::move(answer)] {
    QWidget* dialog = QApplication::activeModalWidget();
    if (dialog != nullptr && dialog->isVisible()) {
      timer->stop();
      timer->deleteLater();
      answer(dialog);
    }
  });
  timer->start(kLookMs);
}

void press_in(QWidget* dialog, const char* button_name) {
  auto* button = dialog->findChild<QAbstractButton*>(QString::fromLatin1(button_name));
  check(button != nullptr, QStringLiteral("the dialog has no ") + QString::fromLatin1(button_name));
  QTest::mouseClick(button, Qt::LeftButton);
}

void answer_file_dialog(QWidget* dialog, const QString& file) {
  auto* file_dialog = qobject_cast<QFileDialog*>(dialog);
  check(file_dialog != nullptr, QStringLiteral("not a file dialog: ") + dialog->objectName());
  auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
  auto* buttons = dialog->findChild<QDialogButtonBox*>(QStringLiteral("buttonBox"));
  check(name != nullptr && buttons != nullptr, QStringLiteral("the file dialog is not Qt's own"));
  // As pasted at once: key by key, a dialog that still reads its folder selects the folders on the way to the file.
  name->setText(file);
  const bool saves = file_dialog->acceptMode() == QFileDialog::AcceptSave;
  auto* accept = buttons->button(saves ? QDialogButtonBox::Save : QDialogButtonBox::Open);
  wait_until([accept] { return accept->isEnabled(); }, QStringLiteral("the file dialog accepts ") + file);
  if (saves && QFile::exists(file)) {
    in_next_dialog([](QWidget* question) {  // "already exists. Do you want to replace it?"
      auto* box = qobject_cast<QMessageBox*>(question);
      check(box != nullptr && box->button(QMessageBox::Yes) != nullptr, QStringLiteral("no question before replacing"));
      QTest::mouseClick(box->button(QMessageBox::Yes), Qt::LeftButton);
    });
  }
  QTest::mouseClick(accept, Qt::LeftButton);
}

void save_report_as(const QString& file) {
  in_next_dialog([file](QWidget* dialog) { answer_file_dialog(dialog, file); });
  press_keys("Ctrl+S");
}

void open_report(const QString& file) {
  in_next_dialog([file](QWidget* dialog) { answer_file_dialog(dialog, file); });
  press_keys("Ctrl+O");
}

ChartWatch::ChartWatch() : view_(part<QChartView>("lossChart")) {
  view_->viewport()->installEventFilter(this);
}

ChartWatch::Frame ChartWatch::now() const {
  check(view_ != nullptr, QStringLiteral("the chart is gone"));
  Frame frame;
  const QList<QAbstractSeries*> all = view_->chart()->series();
  for (const QAbstractSeries* series : all) {
    const auto* line = qobject_cast<const QLineSeries*>(series);
    if (line != nullptr) {  // the run's curve is the first
      frame.points = line->count();
      frame.last_epoch = line->count() == 0 ? 0 : line->at(line->count() - 1).x();
      break;
    }
  }
  return frame;
}

qsizetype ChartWatch::most_points() const {
  return 2 * static_cast<qsizetype>(view_->chart()->plotArea().width() + 1);
}

int ChartWatch::growths() const {
  int growths = 0;
  for (std::size_t i = 1; i < frames_.size(); ++i) {
    growths += frames_[i].points > frames_[i - 1].points && frames_[i].last_epoch > frames_[i - 1].last_epoch ? 1 : 0;
  }
  return growths;
}

bool ChartWatch::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Paint && view_ != nullptr) {
    frames_.push_back(now());
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace lossline::test
