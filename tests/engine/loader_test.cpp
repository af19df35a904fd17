// SPDX-License-Identifier: GPL-3.0-or-later
// The engine as programs get it: opened at run time. This binary links neither the engine nor LibTorch.
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/engine/engine_loader.h"
#include "core/data/datasets.h"
#include "tests/engine/support/reference.h"
#include "tests/support/scratch_folder.h"

namespace lossline::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

std::set<std::string> mapped_libraries() {
  std::set<std::string> libraries;
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    const std::size_t path = line.find('/');
    if (path != std::string::npos && line.find(".so") != std::string::npos) {
      libraries.insert(line.substr(path));
    }
  }
  return libraries;
}

std::set<std::string> mapped_with_name(const std::vector<std::string>& beginnings) {
  std::set<std::string> found;
  for (const std::string& library : mapped_libraries()) {
    const std::string name = fs::path(library).filename().string();
    for (const std::string& beginning : beginnings) {
      if (name.rfind(beginning, 0) == 0) {
        found.insert(library);
      }
    }
  }
  return found;
}

std::shared_ptr<TrainingEngine> engine() {
  static const Result<std::shared_ptr<TrainingEngine>> loaded = load_engine();
  EXPECT_TRUE(loaded.ok()) << loaded.error().message;
  return loaded.value();
}

class Quiet : public RunObserver {
 public:
  void on_start(const RunStart& /*start*/) override {}
};

RunRecord iris_run(std::uint64_t epochs, int threads) {
  TrainConfig config;
  config.epochs = epochs;
  config.threads = threads;
  RunControl control;
  Quiet observer;
  return engine()->run(config, load_dataset("iris").value(), control, observer);
}

TEST(Loader, TheOpenedEngineTrains) {
  const RunRecord record = iris_run(500, 1);
  ASSERT_EQ(record.state, RunState::Finished) << (record.error ? record.error->message : "");
  ASSERT_EQ(record.history->size(), 500u);
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_NEAR((*record.history)[i].loss, static_cast<double>(iris_reference().losses[i]), 1e-5) << i;
  }
}

TEST(Loader, FactsNameTheLibraries) {
  const EngineFacts facts = engine()->facts();
  EXPECT_FALSE(facts.torch_version.empty());
  EXPECT_FALSE(facts.blas.empty());
  EXPECT_EQ(facts.cuda.is_available, !facts.cuda.why_not.has_value());
  const RunRecord record = iris_run(1, 1);
  EXPECT_EQ(record.environment.torch_version, facts.torch_version);
  EXPECT_EQ(record.environment.blas, facts.blas);
}

// Whatever the system's own choice of a BLAS is (a second ctest points it at the reference one).
TEST(Loader, OpenBlasForOpenMpIsBound) {
#ifdef LOSSLINE_OPENBLAS_FOLDER
  if (!fs::exists(fs::path(LOSSLINE_OPENBLAS_FOLDER) / "libblas.so.3")) {
    GTEST_SKIP() << "libopenblas0-openmp is not installed";
  }
  EXPECT_THAT(engine()->facts().blas, AllOf(HasSubstr("OpenBLAS "), HasSubstr("(openmp)")));
  const std::set<std::string> blas = mapped_with_name({"libblas", "libopenblas"});
  EXPECT_FALSE(blas.empty());
  for (const std::string& library : blas) {
    EXPECT_THAT(library, HasSubstr("openblas-openmp"));
  }
#else
  GTEST_SKIP() << "this LibTorch brings its own BLAS";
#endif
}

// Two of them in one process fight for the processors, or end it.
TEST(Loader, OneOpenMpRuntime) {
  EXPECT_EQ(iris_run(2, 2).resolved.threads, 2);
  const std::set<std::string> runtimes = mapped_with_name({"libgomp", "libomp", "libiomp5"});
  EXPECT_EQ(runtimes.size(), 1u) << testing::PrintToString(runtimes);
}

TEST(Loader, TwoEnginesAreOneLibrary) {
  const std::shared_ptr<TrainingEngine> first = engine();
  const auto second = load_engine();
  ASSERT_TRUE(second.ok());
  EXPECT_NE(second.value(), first);
  EXPECT_EQ(mapped_with_name({"liblossline_engine"}).size(), 1u);
}

std::string refusal(const fs::path& folder) {
  const auto loaded = load_engine(folder);
  EXPECT_FALSE(loaded.ok());
  if (loaded.ok()) {
    return "";
  }
  EXPECT_EQ(loaded.error().code, ErrorCode::Engine);
  EXPECT_EQ(loaded.error().message.find('\n'), std::string::npos);
  return loaded.error().message;
}

TEST(Loader, AMissingLibraryIsToldWithThePlace) {
  const ScratchFolder empty;
  EXPECT_THAT(refusal(empty.path()), AllOf(HasSubstr("liblossline_engine.so"), HasSubstr(empty.path().string())));
}

TEST(Loader, ADamagedLibraryIsTold) {
  const ScratchFolder folder;
  folder.write("liblossline_engine.so", "this is no library");
  EXPECT_THAT(refusal(folder.path()), AllOf(HasSubstr("can't be opened"), HasSubstr("packaging/install")));
}

TEST(Loader, ALibraryThatLacksSomethingItNeedsIsTold) {
  EXPECT_THAT(refusal(fs::path(LOSSLINE_FAKE_ENGINES) / "needs_more"),
              AllOf(HasSubstr("can't be opened"), HasSubstr("lossline_test_nowhere_defined")));
}

TEST(Loader, AnotherVersionIsTold) {
  EXPECT_THAT(refusal(fs::path(LOSSLINE_FAKE_ENGINES) / "other_version"), HasSubstr("another version of Lossline"));
}

TEST(Loader, SomeOtherLibraryIsTold) {
  EXPECT_THAT(refusal(fs::path(LOSSLINE_FAKE_ENGINES) / "no_factory"), HasSubstr("is not Lossline's training engine"));
}

std::vector<void (*)(int)> signal_handlers() {
  std::vector<void (*)(int)> handlers;
  for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGSEGV}) {
    struct sigaction now = {};
    EXPECT_EQ(::sigaction(number, nullptr, &now), 0);
    handlers.push_back(now.sa_handler);
  }
  return handlers;
}

TEST(Loader, SignalsStayTheProgramsOwn) {
  const auto before = signal_handlers();
  EXPECT_TRUE(engine() != nullptr);
  EXPECT_EQ(signal_handlers(), before) << "LibTorch or a library of its own took one";
  static_cast<void>(refusal(fs::path(LOSSLINE_FAKE_ENGINES) / "takes_signals"));
  EXPECT_EQ(signal_handlers(), before);
}

}  // namespace
}  // namespace lossline::test
