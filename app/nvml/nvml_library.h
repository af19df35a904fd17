// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace lossline {

// The part of NVIDIA's management library that is used here, declared by its stable interface (NVML API Reference):
// the library is opened at run time, and its header is not needed to build.

using NvmlHandle = void*;

/// Values of nvmlReturn_t that are told apart.
inline constexpr int kNvmlSuccess = 0, kNvmlNotSupported = 3, kNvmlNoPermission = 4, kNvmlDriverNotLoaded = 9,
                     kNvmlLibraryNotFound = 12, kNvmlVersionMismatch = 18;

/// nvmlClockType_t.
inline constexpr unsigned kNvmlGraphicsClock = 0, kNvmlSmClock = 1, kNvmlMemoryClock = 2;

/// nvmlMemory_t.
struct NvmlMemory {
  unsigned long long total = 0, free = 0, used = 0;
};

/// nvmlMemory_v2_t; `version` says its size and number.
struct NvmlMemoryV2 {
  unsigned version = 0;
  unsigned long long total = 0, reserved = 0, free = 0, used = 0;
};

/// nvmlPciInfo_t since version 3.
struct NvmlPci {
  char legacy_address[16] = {};
  unsigned domain = 0, bus = 0, device = 0, ids = 0, subsystem_ids = 0;
  char address[32] = {};
};

/// nvmlUtilization_t.
struct NvmlUtilisation {
  unsigned gpu = 0, memory = 0;
};

/// The opened library. Every function of it may be missing, and then counts as not supported.
class NvmlLibrary {
 public:
  /// Opens it. `before_call` is called before all that may take its time, the opening first.
  explicit NvmlLibrary(std::function<void()> before_call);

  [[nodiscard]] bool there() const { return library_ != nullptr; }
  /// Why a library that is installed can't be loaded, in the loader's words, cleaned; empty where there is none.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  /// Calls `name` with what it takes; kNvmlNotSupported where the library has no such function.
  template <typename... Arguments>
  int call(const char* name, Arguments... arguments) const {
    using Function = int (*)(Arguments...);
    const auto function = reinterpret_cast<Function>(find(name));
    if (function != nullptr) {
      before_call_();
    }
    return function == nullptr ? kNvmlNotSupported : function(arguments...);
  }

  /// NVML's own words for a code, cleaned.
  [[nodiscard]] std::string words_for(int code) const;

 private:
  [[nodiscard]] void* find(const char* name) const;
  std::function<void()> before_call_;
  void* library_ = nullptr;
  std::string trouble_;
};

}  // namespace lossline
