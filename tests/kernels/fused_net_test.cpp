// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/fused_net.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/kernels/reference_mlp.h"

namespace lossline::test {
namespace {

/// Rows and weights drawn from a seed, and both nets on them.
struct Case {
  FusedPlan plan;
  std::int64_t rows = 0;
  std::vector<float> x, values;
  std::vector<std::int32_t> labels;
  std::vector<float> weights;

  Case(FusedPlan the_plan, std::int64_t row_count, bool classes, std::uint32_t seed)
      : plan(std::move(the_plan)), rows(row_count) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(0, 1);
    for (std::int64_t i = 0; i < rows * plan.spec.inputs; ++i) {
      x.push_back(unit(random));
    }
    for (std::int64_t row = 0; row < rows; ++row) {
      if (classes) {
        labels.push_back(static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(plan.spec.outputs)));
      } else {
        values.push_back(4 * unit(random) - 2);
      }
    }
    std::int64_t in = plan.spec.inputs;
    const auto add = [&](std::int64_t out) {
      const float bound = 1 / std::sqrt(static_cast<float>(in));
      for (std::int64_t i = 0; i < (in + 1) * out; ++i) {
        weights.push_back(bound * (2 * unit(random) - 1));
      }
      in = out;
    };
    for (const std::int64_t width : plan.spec.hidden) {
      add(width);
    }
    add(plan.spec.outputs);
  }

  [[nodiscard]] std::unique_ptr<FusedNet> fused() const {
    FusedRows data;
    data.x = x.data();
    data.labels = labels.empty() ? nullptr : labels.data();
    data.values = values.empty() ? nullptr : values.data();
    data.rows = rows;
    auto net = make_fused_net(plan, data);
    net->set_parameters(weights);
    return net;
  }
  [[nodiscard]] ReferenceMlp reference() const {
    ReferenceMlp net(plan, x, labels, values);
    net.set_parameters(weights);
    return net;
  }
  [[nodiscard]] std::vector<std::int64_t> all_rows() const {
    std::vector<std::int64_t> list(static_cast<std::size_t>(rows));
    std::iota(list.begin(), list.end(), 0);
    return list;
  }
};

FusedPlan plan_of(std::int64_t inputs, std::vector<std::int64_t> hidden, std::int64_t outputs,
                  std::int64_t batch_rows) {
  FusedPlan plan;
  plan.spec = {inputs, std::move(hidden), outputs, Activation::Relu};
  plan.batch_rows = batch_rows;
  return plan;
}

double relative(double a, double b) {
  return std::abs(a - b) / std::max(0.05, std::abs(b));  // of a tiny loss the rounding of what it is taken from shows
}

constexpr Activation kActivations[] = {Activation::Relu,    Activation::LeakyRelu, Activation::Tanh,
                                       Activation::Sigmoid, Activation::Gelu,      Activation::Silu};
constexpr OptimizerKind kOptimizers[] = {OptimizerKind::Sgd, OptimizerKind::Adam, OptimizerKind::AdamW};

/// Loss and target kinds that may go together.
struct LossCase {
  LossKind loss;
  bool classes;
};
constexpr LossCase kLosses[] = {{LossKind::CrossEntropy, true}, {LossKind::Bce, true},  {LossKind::Mse, true},
                                {LossKind::Huber, true},        {LossKind::Mse, false}, {LossKind::Huber, false}};

TEST(ReferenceMlp, GradientIsThatOfItsLoss) {
  for (const Activation activation : kActivations) {
    for (const LossCase& loss : kLosses) {
      FusedPlan plan = plan_of(3, {5, 4}, loss.classes ? 3 : 1, 9);
      plan.spec.activation = activation;
      plan.loss = loss.loss;
      const Case test(plan, 9, loss.classes, 7);
      ReferenceMlp net = test.reference();
      static_cast<void>(net.loss_and_gradient(test.all_rows()));
      const std::vector<double> gradient = net.gradient();
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        double& p = net.mutable_parameters()[i];
        const double kept = p, step = 1e-6;
        p = kept + step;
        const double up = net.loss(test.all_rows());
        p = kept - step;
        const double down = net.loss(test.all_rows());
        p = kept;
        EXPECT_NEAR(gradient[i], (up - down) / (2 * step), 1e-7) << to_text(activation) << " " << to_text(loss.loss);
      }
    }
  }
}

TEST(FusedNet, GradientAndLossAreTheReferences) {
  for (const Activation activation : kActivations) {
    for (const LossCase& loss : kLosses) {
      FusedPlan plan = plan_of(5, {19, 7}, loss.classes ? 4 : 1, 37);
      plan.spec.activation = activation;
      plan.loss = loss.loss;
      const Case test(plan, 37, loss.classes, 11);
      const auto fused = test.fused();
      ReferenceMlp reference = test.reference();
      const double wanted = reference.loss_and_gradient(test.all_rows());
      EXPECT_NEAR(fused->step_all(), wanted, 1e-6 * std::max(1.0, wanted));
      const std::vector<float> gradient = fused->gradient();
      ASSERT_EQ(gradient.size(), reference.gradient().size());
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        EXPECT_NEAR(static_cast<double>(gradient[i]), reference.gradient()[i], 1e-6)
            << to_text(activation) << " " << to_text(loss.loss) << " parameter " << i;
      }
    }
  }
}

TEST(FusedNet, StaysWithTheReferenceFor200Steps) {
  for (const Activation activation : kActivations) {
    for (const LossCase& loss : kLosses) {
      for (const OptimizerKind optimizer : kOptimizers) {
        for (const bool full : {true, false}) {
          FusedPlan plan = plan_of(4, {10}, loss.classes ? 3 : 1, full ? 50 : 16);
          plan.spec.activation = activation;
          plan.loss = loss.loss;
          plan.optimizer = optimizer;
          plan.lr = optimizer == OptimizerKind::Sgd ? 0.05 : 0.003;
          plan.momentum = optimizer == OptimizerKind::Sgd ? 0.8 : 0;
          plan.weight_decay = 0.01;
          const Case test(plan, 50, loss.classes, 3);
          const auto fused = test.fused();
          ReferenceMlp reference = test.reference();
          std::mt19937 random(5);
          std::vector<std::int64_t> rows = test.all_rows();
          for (int step = 0; step < 200; ++step) {
            if (!full) {
              std::shuffle(rows.begin(), rows.end(), random);
            }
            const std::size_t count = full ? rows.size() : (step % 4 == 3 ? 2 : 16);  // a short last batch
            const std::vector<std::int64_t> batch(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
            const double wanted = reference.loss_and_gradient(batch);
            reference.update();
            const double got = full ? fused->step_all() : fused->step(batch.data(), static_cast<std::int64_t>(count));
            ASSERT_LT(relative(got, wanted),
                      5e-4)  // float32 against float64: Adam makes much of a tiny gradient's rounding
                << to_text(activation) << " " << to_text(loss.loss) << " " << to_text(optimizer) << " step " << step;
          }
        }
      }
    }
  }
}

TEST(FusedNet, AnyWidths) {
  const std::vector<std::vector<std::int64_t>> networks = {{},   {1},     {2},      {3, 1},       {15},      {16},
                                                           {17}, {23, 9}, {64, 33}, {5, 5, 5, 5}, {130, 70}, {300}};
  for (const std::int64_t inputs : {1, 2, 4, 15, 16, 17, 40}) {
    for (const auto& hidden : networks) {
      for (const std::int64_t rows : {1, 2, 15, 16, 33, 100}) {
        const Case test(plan_of(inputs, hidden, 3, rows), rows, true, 13);
        const auto fused = test.fused();
        ReferenceMlp reference = test.reference();
        for (int step = 0; step < 3; ++step) {
          const double wanted = reference.loss_and_gradient(test.all_rows());
          reference.update();
          ASSERT_LT(relative(fused->step_all(), wanted), 1e-5)
              << inputs << " inputs, hidden " << hidden_text(hidden) << ", " << rows << " rows, step " << step;
        }
      }
    }
  }
}

TEST(FusedNet, ManyClassesAndManyRows) {
  const Case test(plan_of(6, {20}, 1000, 700), 700, true, 17);
  const auto fused = test.fused();
  ReferenceMlp reference = test.reference();
  for (int step = 0; step < 3; ++step) {
    const double wanted = reference.loss_and_gradient(test.all_rows());
    reference.update();
    ASSERT_LT(relative(fused->step_all(), wanted), 1e-5);
  }
}

TEST(FusedNet, ThreadsGiveTheSameCurveAndTheSameBitsAgain) {
  for (const bool full : {true, false}) {
    FusedPlan plan = plan_of(20, {30, 12}, 5, full ? 200 : 64);
    plan.optimizer = OptimizerKind::Adam;
    plan.lr = 0.003;
    const Case one(plan, 200, true, 19);
    plan.threads = 3;
    const Case three(plan, 200, true, 19);
    const auto a = one.fused(), b = three.fused(), c = three.fused();
    const std::vector<std::int64_t> rows = one.all_rows();
    for (int step = 0; step < 100; ++step) {
      const std::int64_t* batch = rows.data() + step % 100;
      const double wanted = full ? a->step_all() : a->step(batch, 64);
      const double got = full ? b->step_all() : b->step(batch, 64);
      ASSERT_LT(relative(got, wanted), 1e-4);
      ASSERT_EQ(full ? c->step_all() : c->step(batch, 64), got);
    }
    EXPECT_EQ(b->parameters(), c->parameters());
  }
}

TEST(FusedNet, EveryTargetOfThisProcessorGivesTheSameCurve) {
  FusedPlan plan = plan_of(20, {30, 12}, 5, 64);
  plan.momentum = 0.9;
  for (const Activation activation : kActivations) {
    plan.spec.activation = activation;
    const Case test(plan, 200, true, 31);
    const std::vector<std::int64_t> rows = test.all_rows();
    ASSERT_FALSE(fused_targets().empty());
    for (const std::string& target : fused_targets()) {
      FusedRows data;
      data.x = test.x.data();
      data.labels = test.labels.data();
      data.rows = test.rows;
      const auto net = make_fused_net_for(target, plan, data);
      EXPECT_EQ(net->target(), target);
      net->set_parameters(test.weights);
      ReferenceMlp reference = test.reference();
      for (std::size_t step = 0; step < 20; ++step) {
        const std::vector<std::int64_t> batch(rows.begin() + static_cast<std::ptrdiff_t>(step),
                                              rows.begin() + static_cast<std::ptrdiff_t>(step) + 50);
        const double wanted = reference.loss_and_gradient(batch);
        reference.update();
        ASSERT_LT(relative(net->step(batch.data(), 50), wanted), 1e-4) << target << " " << to_text(activation);
      }
    }
    EXPECT_EQ(test.fused()->target(), fused_targets().front());  // the choice for other nets is as before
  }
}

TEST(FusedNet, TimesAddUpAndAreTakenOnlyWhenAskedFor) {
  for (const int threads : {1, 2}) {
    for (const bool full : {true, false}) {
      FusedPlan plan = plan_of(20, {30, 12}, 5, full ? 200 : 64);
      plan.threads = threads;
      const Case test(plan, 200, true, 37);
      const auto net = test.fused();
      EXPECT_EQ(net->threads(), threads);
      const std::vector<std::int64_t> rows = test.all_rows();
      StepTimes times;
      const auto begin = std::chrono::steady_clock::now();
      net->set_times(&times);
      for (int step = 0; step < 50; ++step) {
        static_cast<void>(full ? net->step_all() : net->step(rows.data(), 64));
      }
      const std::int64_t passed =
          std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin).count();
      const std::int64_t told = times.gather + times.forward + times.backward + times.update + times.waiting;
      EXPECT_LE(told, passed);
      EXPECT_GT(told, passed / 2);
      EXPECT_GT(times.forward, 0);
      EXPECT_GT(times.backward, 0);
      EXPECT_GT(times.update, 0);
      EXPECT_GE(times.waiting, 0);
      EXPECT_EQ(times.gather > 0, !full);
      net->set_times(nullptr);
      const StepTimes before = times;
      static_cast<void>(net->step_all());
      EXPECT_EQ(times.clock_reads, before.clock_reads);
    }
  }
}

TEST(FusedNet, NoMoreThreadsThanThereAreVectorsOfRows) {
  FusedPlan plan = plan_of(4, {10}, 3, 10);
  plan.threads = 64;
  const Case test(std::move(plan), 10, true, 41);
  EXPECT_LE(test.fused()->threads(), 10);
  EXPECT_GT(fused_memory_bytes(test.plan, 10), 0);
}

TEST(FusedNet, KeepsParametersAsGiven) {
  const Case test(plan_of(17, {33, 5}, 2, 10), 10, true, 23);
  EXPECT_EQ(test.fused()->parameters(), test.weights);
}

TEST(FusedNet, WhatIsNotFiniteShowsInTheLoss) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, inf}) {
    for (const Activation activation : kActivations) {
      for (const LossCase& loss : kLosses) {
        FusedPlan plan = plan_of(4, {10}, loss.classes ? 3 : 1, 20);
        plan.spec.activation = activation;
        plan.loss = loss.loss;
        Case test(plan, 20, loss.classes, 29);
        test.weights.back() = bad;  // a bias of the last layer
        const auto net = test.fused();
        EXPECT_FALSE(std::isfinite(net->step_all())) << to_text(activation) << " " << to_text(loss.loss);
        Case rows(plan, 20, loss.classes, 29);
        rows.x[30] = nan;
        EXPECT_FALSE(std::isfinite(rows.fused()->step_all())) << to_text(activation) << " " << to_text(loss.loss);
      }
    }
  }
}

}  // namespace
}  // namespace lossline::test
