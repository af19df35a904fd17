// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/engine_loader.h"

#include <dlfcn.h>
#include <string>
#include <system_error>
#include <vector>

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
