// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/doorbell.h"

#include <thread>

#include <QCoreApplication>
#include <QTest>
#include <gtest/gtest.h>

namespace lossline {
namespace {

TEST(Doorbell, ManyRingsBeforeTheLoopTurnsAreOne) {
  Doorbell doorbell;
  int rung = 0;
  QObject::connect(&doorbell, &Doorbell::rung, [&rung] { ++rung; });
  std::thread([&doorbell] {
    for (int i = 0; i < 1000; ++i) {
      doorbell.ring();
    }
  }).join();
  EXPECT_TRUE(QTest::qWaitFor([&rung] { return rung > 0; }));
  QCoreApplication::processEvents();
  EXPECT_EQ(rung, 1);
  doorbell.ring();
  EXPECT_TRUE(QTest::qWaitFor([&rung] { return rung == 2; }));
}

}  // namespace
}  // namespace lossline
