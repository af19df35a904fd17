// SPDX-License-Identifier: GPL-3.0-or-later
// With clang and -fsanitize=fuzzer this is libFuzzer's entry. Otherwise a driver of its own: seeded, so that a crash
// comes again, with names put together from pieces of real ones and spoilt. `gpu_name_fuzz [seconds] [seed]`.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/hardware/names/gpu_name.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const lossline::GpuName name = lossline::parse_gpu_name(text);
  const bool said = name.confidence != "unknown";
  const bool candidates = name.architecture_candidates.empty() || name.architecture_candidates.size() > 1;
  if (said != name.architecture.has_value() || !candidates ||
      (name.architecture && !name.architecture_candidates.empty()) ||
      (name.form_factor && !name.form_factor_candidates.empty()) || name.name.size() > 1024) {
    std::abort();
  }
  return 0;
}

#ifndef LOSSLINE_LIBFUZZER
#include <chrono>
#include <iostream>
#include <random>

#include "core/api/number_text.h"

namespace {

constexpr std::string_view kPieces[] = {"NVIDIA",
                                        "GeForce",
                                        "RTX",
                                        "GTX",
                                        "GT",
                                        "MX",
                                        "Ti",
                                        "SUPER",
                                        "D",
                                        "v2",
                                        "Laptop GPU",
                                        "Max-Q",
                                        "Quadro",
                                        "Tesla",
                                        "GRID",
                                        "MIG",
                                        "1g.10gb",
                                        "A100",
                                        "-SXM4-80GB",
                                        "40Q",
                                        "-2-20C",
                                        "CMP",
                                        "170HX",
                                        "P106-100",
                                        "TITAN",
                                        "X",
                                        "AMD",
                                        "ATI",
                                        "Radeon",
                                        "RX",
                                        "Pro",
                                        "HD",
                                        "R9",
                                        "Vega",
                                        "Instinct",
                                        "MI300X",
                                        "FirePro",
                                        "W9100",
                                        "Mobility",
                                        "gfx90a",
                                        "Navi 21",
                                        "[",
                                        "]",
                                        "(",
                                        ")",
                                        "/",
                                        "...",
                                        "Intel(R)",
                                        "Arc(TM)",
                                        "A770M",
                                        "UHD Graphics",
                                        "Iris",
                                        "Xe",
                                        "[0x9bc4]",
                                        "Gen9",
                                        "Apple",
                                        "M4",
                                        "Mali-G78",
                                        "Adreno",
                                        "llvmpipe",
                                        "CPU",
                                        "Ada Generation",
                                        "Blackwell",
                                        "24GB",
                                        "3 GB",
                                        "g.",
                                        "\xE2\x84\xA2",
                                        "\xC2\xAE",
                                        "\xFF",
                                        "\x1B",
                                        "0",
                                        "9999999999",
                                        ".",
                                        "-",
                                        "Jetson",
                                        "Orin",
                                        "GeForce4",
                                        "Go",
                                        "nForce"};

std::string made_up(std::mt19937_64& random) {
  std::string text;
  const std::uint64_t pieces = random() % 12;
  for (std::uint64_t i = 0; i < pieces; ++i) {
    text += random() % 4 == 0 ? std::to_string(random() % 10000) : std::string(kPieces[random() % std::size(kPieces)]);
    text += random() % 3 == 0 ? "" : " ";
  }
  for (std::uint64_t spoilt = random() % 4; spoilt > 0 && !text.empty(); --spoilt) {
    text[random() % text.size()] = static_cast<char>(random());
  }
  if (random() % 1000 == 0) {
    text.resize(std::size_t{1} << 16U);
    for (char& c : text) {
      c = static_cast<char>(random());
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i, std::uint64_t other) {
    return argc > i ? lossline::parse_uint64(argv[i]).value_or(other) : other;
  };
  const std::chrono::seconds length(static_cast<std::int64_t>(number(1, 10)));
  std::mt19937_64 random(number(2, 1));
  const auto end = std::chrono::steady_clock::now() + length;
  std::uint64_t count = 0;
  while (std::chrono::steady_clock::now() < end) {
    for (int i = 0; i < 1000; ++i, ++count) {
      const std::string text = made_up(random);
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
  }
  std::cout << count << " names, no fault\n";
  return 0;
}
#endif
