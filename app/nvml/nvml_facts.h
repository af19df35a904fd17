// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/nvml/nvml_library.h"

namespace lossline {

/// Answers questions about NVIDIA's GPUs as JSON of one line; core/hardware/nvml/nvml_answer.h says its form. Never
/// holds a serial number or a UUID.
class NvmlQuestions {
 public:
  /// `before_call` is called before each call of the library.
  explicit NvmlQuestions(std::function<void()> before_call) : before_call_(std::move(before_call)) {}

  /// Everything there is to know.
  [[nodiscard]] std::string facts();
  /// What moves: memory, clocks, power, temperature, utilisation.
  [[nodiscard]] std::string readings();

 private:
  enum class Scope { Everything, Moving };
  [[nodiscard]] std::string answer(Scope scope);
  /// Opens and starts the library once; the state to tell when that failed.
  [[nodiscard]] std::optional<std::string> start();
  [[nodiscard]] std::string devices(Scope scope) const;
  [[nodiscard]] std::string device(unsigned index, NvmlHandle handle, Scope scope) const;

  std::function<void()> before_call_;
  std::optional<NvmlLibrary> library_;
  bool started_ = false;
};

}  // namespace lossline
