// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/engine_door.h"

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string_view>

#include <c10/util/Exception.h>

namespace lossline::detail {
namespace {

std::string whole_text() {
  try {
    throw;
  } catch (const c10::Error& error) {
    return error.what_without_backtrace();
  } catch (const std::bad_alloc&) {
    return "out of memory";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an unknown exception";
  }
}

}  // namespace

std::string current_exception_text() {
  std::string text = whole_text();
  text.erase(std::min(text.find('\n'), text.size()));
  // "[enforce fail at alloc_cpu.cpp:66] . DefaultCPUAllocator: …": place and condition are no use to anyone but us.
  if (text.rfind("[enforce fail at ", 0) == 0) {
    const std::size_t end = text.find(". ", text.find("] "));
    if (end != std::string::npos) {
      text.erase(0, end + 2);
    }
  }
  return text.empty() ? "an exception without a text" : text;
}

bool current_exception_is_memory() {
  const std::string text = whole_text();
  constexpr std::array<std::string_view, 4> kWords = {"out of memory", "not enough memory", "can't allocate memory",
                                                      "Storage size calculation overflowed"};
  for (const std::string_view words : kWords) {
    if (text.find(words) != std::string::npos) {
      return true;
    }
  }
  return false;
}

Error current_exception_error(bool training) {
  const std::string text = current_exception_text();
  if (!current_exception_is_memory()) {
    return {ErrorCode::Engine, "the training library failed: " + text};
  }
  if (training) {
    return {ErrorCode::Engine,
            "memory ran out during training; use a smaller --batch-size or smaller --hidden layers (" + text + ")"};
  }
  return {ErrorCode::DeviceUnavailable,
          "not enough memory for this network and data; use smaller --hidden layers or a smaller --batch-size (" +
              text + ")"};
}

}  // namespace lossline::detail
