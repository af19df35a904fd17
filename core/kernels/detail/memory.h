// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

namespace lossline::detail {

/// Zeroed memory whose start is a cache line, with a line to spare behind. Throws std::bad_alloc.
template <typename T>
class Aligned {
 public:
  Aligned() = default;
  explicit Aligned(std::size_t count) {
    const std::size_t bytes = count * sizeof(T) + kLine;
    data_ = static_cast<T*>(::operator new (bytes, std::align_val_t{kLine}));
    std::memset(static_cast<void*>(data_), 0, bytes);
  }
  ~Aligned() { release(); }
  Aligned(Aligned&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  Aligned& operator=(Aligned&& other) noexcept {
    release();
    data_ = std::exchange(other.data_, nullptr);
    return *this;
  }
  Aligned(const Aligned&) = delete;
  Aligned& operator=(const Aligned&) = delete;

  [[nodiscard]] T* get() const { return data_; }
  [[nodiscard]] T& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t kLine = 64;
  void release() {
    if (data_ != nullptr) {
      ::operator delete (data_, std::align_val_t{kLine});
    }
  }
  T* data_ = nullptr;
};

}  // namespace lossline::detail
