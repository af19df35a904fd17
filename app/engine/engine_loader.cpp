// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/engine_loader.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <thread>
#include <vector>

#include "core/api/number_text.h"

namespace lossline {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "liblossline_engine.so";

Error engine_error(std::string message) {
  return {ErrorCode::Engine, std::move(message)};
}

std::string last_dl_error() {
  const char* text = dlerror();
  return text != nullptr ? text : "no reason was given";
}

// What LibTorch and OpenBLAS map before and while a small network trains: 0.9 GiB were seen with one thread, and
// OpenBLAS takes 128 MiB more for each processor.
constexpr std::size_t kMiB = std::size_t{1} << 20U;
constexpr std::size_t kLibrariesMiB = 1024, kEachProcessorMiB = 128;

// Where address space is short (ulimit -v), OpenBLAS asks for the same memory again and again and never returns: the
// space is tried before it is opened.
std::optional<Error> no_room_for_engine() {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t need = kLibrariesMiB + kEachProcessorMiB * processors;
  void* const space = ::mmap(nullptr, need * kMiB, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) {
    return Error{ErrorCode::DeviceUnavailable,
                 "there is too little memory to open the training engine, which needs " +
                     integer_text(std::uint64_t{need}) +
                     " MiB of address space; raise this process's limit (ulimit -v) or close other programs"};
  }
  ::munmap(space, need * kMiB);
  return std::nullopt;
}

#ifdef LOSSLINE_OPENBLAS_FOLDER
// LibTorch asks for libblas.so.3 by that name; a library already open under it is the one it gets. OpenBLAS's
// libblas.so.3 in turn asks for libopenblas.so.0, which the system may point at the build with its own thread pool:
// hence libopenblas first. None of them there is no fault: the system's own libblas.so.3 serves, and facts() names it.
void open_openblas() {
  for (const char* name : {"libopenblas.so.0", "libblas.so.3", "liblapack.so.3"}) {
    const std::string path = std::string(LOSSLINE_OPENBLAS_FOLDER) + "/" + name;
    if (dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr) {
      return;
    }
  }
}
#else
void open_openblas() {}
#endif

/// Leaves every signal handled as it was. Libraries that LibTorch brings along take signals to themselves when they are
/// opened (Debian 13's takes SIGHUP); what stops this program is for the program to say.
class KeptSignals {
 public:
  KeptSignals() {
    for (int number = 1; number <= kSignals; ++number) {
      known_[index_of(number)] = ::sigaction(number, nullptr, &before_[index_of(number)]) == 0;
    }
  }
  ~KeptSignals() {
    for (int number = 1; number <= kSignals; ++number) {
      if (known_[index_of(number)]) {
        ::sigaction(number, &before_[index_of(number)], nullptr);
      }
    }
  }
  KeptSignals(const KeptSignals&) = delete;
  KeptSignals& operator=(const KeptSignals&) = delete;

 private:
  static constexpr int kSignals = 31;  // the classic ones
  static std::size_t index_of(int number) { return static_cast<std::size_t>(number - 1); }

  std::array<struct sigaction, kSignals> before_{};
  std::array<bool, kSignals> known_{};
};

std::vector<fs::path> folders_to_search(const fs::path& folder) {
  if (!folder.empty()) {
    return {folder};
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path beside = program.parent_path();
  return {beside, beside.parent_path() / "lib" / "lossline"};
}

Result<std::shared_ptr<TrainingEngine>> open_library(const fs::path& path) {
  if (auto error = no_room_for_engine()) {
    return *std::move(error);
  }
  const KeptSignals kept;
  open_openblas();
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return engine_error("the training engine can't be opened (" + last_dl_error() +
                        "); run ./packaging/install for what it needs, then build Lossline again");
  }
  const auto factory = reinterpret_cast<EngineFactory>(dlsym(library, kEngineFactorySymbol));
  if (factory == nullptr) {
    return engine_error(path.string() + " is not Lossline's training engine; build or install Lossline again");
  }
  std::shared_ptr<TrainingEngine> engine(factory(kEngineAbiVersion));
  if (engine == nullptr) {
    return engine_error(path.string() + " belongs to another version of Lossline; build or install both together");
  }
  return engine;
}

}  // namespace

Result<std::shared_ptr<TrainingEngine>> load_engine(const fs::path& folder) {
  std::string looked;
  for (const fs::path& place : folders_to_search(folder)) {
    const fs::path path = place / kLibrary;
    std::error_code error;
    if (fs::exists(path, error)) {
      return open_library(path);
    }
    looked += (looked.empty() ? "" : " or ") + place.string();
  }
  return engine_error(std::string("the training engine, ") + kLibrary + ", is not in " + looked +
                      "; build Lossline with LibTorch (LOSSLINE_WITH_ENGINE=ON) or install it again");
}

}  // namespace lossline
