// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/complete_record.h"

#include <array>
#include <cstdint>
#include <random>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"
#include "core/api/sha256.h"
#include "core/hardware/os_info.h"
#include "core/report/detail/json_text.h"
#include "core/report/detail/record_json.h"

namespace lossline {
namespace {

// RFC 9562, version 4.
std::string random_uuid() {
  std::random_device random;
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const std::uint32_t word = random();
    for (std::size_t b = 0; b < 4; ++b) {
      bytes[i + b] = static_cast<std::uint8_t>(word >> (8 * b));
    }
  }
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | 0x40U);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    text += i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "";
    text += kDigits[bytes[i] >> 4U];
    text += kDigits[bytes[i] & 0x0FU];
  }
  return text;
}

std::string compiler_text() {
#if defined(__clang__)
  const std::string_view name = "Clang ";
  const std::array<std::int64_t, 3> version = {__clang_major__, __clang_minor__, __clang_patchlevel__};
#elif defined(__GNUC__)
  const std::string_view name = "GCC ";
  const std::array<std::int64_t, 3> version = {__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__};
#else
#error "Name this compiler in the report."
#endif
  return std::string(name) + integer_text(version[0]) + '.' + integer_text(version[1]) + '.' + integer_text(version[2]);
}

}  // namespace

std::string config_json(const TrainConfig& config) {
  return detail::compact_text(detail::config_to_json(config));
}

std::string config_hash(const TrainConfig& config) {
  const std::string text = config_json(config);
  Sha256 hash;
  hash.update(text.data(), text.size());
  return hash.hex();
}

Environment program_environment(const ProgramFacts& program) {
  Environment environment;
  environment.lossline_version = LOSSLINE_VERSION;
  environment.os = os_name();
  environment.libc_version = libc_version();
  environment.compiler = compiler_text();
  environment.qt_version = program.qt_version;
  return environment;
}

void complete_record(RunRecord& record, const HardwareFacts& hardware, const ProgramFacts& program) {
  if (record.run_id.empty()) {
    record.run_id = random_uuid();
  }
  record.config_hash = config_hash(record.config);

  Environment environment = program_environment(program);
  environment.torch_version = std::move(record.environment.torch_version);
  environment.blas = std::move(record.environment.blas);
  environment.nvidia_driver_version = hardware.nvidia_driver_version;
  record.environment = std::move(environment);

  CudaFacts cuda = std::move(record.hardware.cuda);
  record.hardware = hardware;
  record.hardware.cuda = std::move(cuda);
}

}  // namespace lossline
