// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lossline {

/// What kind of thing went wrong; decides the exit code of the command line and the tone of the window.
enum class ErrorCode {
  InvalidConfig,      ///< a value the user gave can't be used (exit 2)
  DeviceUnavailable,  ///< the asked device can't be used, or is out of memory before the first step (exit 4)
  Engine,             ///< the run failed while it ran (exit 3)
  Io,                 ///< a file could not be read or written (exit 3)
  Format,             ///< a file was read, but is not what it should be
  Internal,           ///< a bug in Lossline (exit 1)
};

/// One sentence a user can act on: what, where, what to do. Never a backtrace.
struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string message;
};

/// A value or the error that stands in its place. Errors are values here; exceptions end at the engine's door.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor): return value;
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor): return Error{…};

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  /// Only after ok(): the value.
  [[nodiscard]] const T& value() const& { return std::get<T>(state_); }
  [[nodiscard]] T& value() & { return std::get<T>(state_); }
  [[nodiscard]] T&& value() && { return std::get<T>(std::move(state_)); }
  /// Only after !ok(): the error.
  [[nodiscard]] const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor): return Error{…};

  [[nodiscard]] bool ok() const { return !error_.has_value(); }
  /// Only after !ok(): the error.
  [[nodiscard]] const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace lossline
