// SPDX-License-Identifier: GPL-3.0-or-later
#include <clocale>
#include <memory>

#include <QApplication>
#include <gtest/gtest.h>

namespace {

/// Made when tests are really run, so that listing them needs no window system.
class Application : public testing::Environment {
 public:
  void SetUp() override {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    app_ = std::make_unique<QApplication>(argc_, argv_);
    std::setlocale(LC_NUMERIC, "C");  // QApplication sets the user's
  }
  void TearDown() override { app_.reset(); }

 private:
  int argc_ = 1;
  char name_[18] = "lossline_ui_tests";
  char* argv_[2] = {name_, nullptr};
  std::unique_ptr<QApplication> app_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::AddGlobalTestEnvironment(new Application);  // GoogleTest deletes it
  return RUN_ALL_TESTS();
}
