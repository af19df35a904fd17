// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/nvml/nvml_answer.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "core/api/number_text.h"
#include "core/hardware/clean_text.h"
#include "core/hardware/nvidia_driver.h"

namespace lossline {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostDevices = 256, kMostSlices = 64;
constexpr std::size_t kLongestName = 128;  // NVML's own buffers have 96 bytes
constexpr std::uint64_t kMostMemory = std::uint64_t{64} << 40U;
constexpr double kMostMhz = 20000, kMostWatts = 20000;
constexpr int kMostCores = 1 << 20, kMostBusBits = 1 << 16;

const Json* member(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

/// A text that needs no cleaning; anything else is no name.
std::optional<std::string> text_of(const Json* value) {
  if (value == nullptr || !value->is_string()) {
    return std::nullopt;
  }
  const std::string_view text = trimmed(value->get_ref<const std::string&>());
  constexpr std::string_view kReplaced = "\xEF\xBF\xBD";  // the sign of bytes that were no text before
  if (text.empty() || text.size() > kLongestName || clean_text(text) != text || contains(text, kReplaced)) {
    return std::nullopt;
  }
  return std::string(text);
}

std::optional<double> number_of(const Json* value, double least, double most) {
  if (value == nullptr || !value->is_number()) {
    return std::nullopt;
  }
  const auto number = value->get<double>();
  return std::isfinite(number) && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> bytes_of(const Json* value) {
  if (value == nullptr || !value->is_number_unsigned()) {
    return std::nullopt;
  }
  const auto bytes = value->get<std::uint64_t>();
  return bytes <= kMostMemory ? std::optional(bytes) : std::nullopt;
}

std::optional<int> count_of(const Json* value, int most) {
  if (value == nullptr || !value->is_number_unsigned()) {
    return std::nullopt;
  }
  const auto count = value->get<std::uint64_t>();
  return count >= 1 && count <= static_cast<std::uint64_t>(most) ? std::optional(static_cast<int>(count))
                                                                 : std::nullopt;
}

bool all_in(std::string_view text, std::string_view allowed) {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

/// "12.4", "8.9".
std::optional<std::string> version_of(const Json* value) {
  std::optional<std::string> text = text_of(value);
  const std::size_t dot = text ? text->find('.') : std::string::npos;
  if (dot == std::string::npos || dot > 3 || text->size() > dot + 4) {
    return std::nullopt;
  }
  constexpr std::string_view kDigits = "0123456789";
  const std::string_view all = *text;
  return all_in(all.substr(0, dot), kDigits) && all_in(all.substr(dot + 1), kDigits) ? text : std::nullopt;
}

/// An address as /sys writes it: domain of four digits or more, "0000:01:00.0". NVML's has eight.
std::optional<std::string> address_of(const Json* value) {
  const std::optional<std::string> said = text_of(value);
  if (!said) {
    return std::nullopt;
  }
  const std::string text = lower(*said);
  const std::size_t colon = text.find(':');
  const std::string_view rest = colon == std::string::npos ? "" : std::string_view(text).substr(colon + 1);
  if (colon == 0 || colon > 8 || rest.size() != 7 || rest[2] != ':' || rest[5] != '.') {
    return std::nullopt;
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  if (!all_in(std::string_view(text).substr(0, colon), kHex) || !all_in(rest.substr(0, 2), kHex) ||
      !all_in(rest.substr(3, 2), kHex) || !all_in(rest.substr(6), "01234567")) {
    return std::nullopt;
  }
  std::string domain = text.substr(0, colon);
  domain.erase(0, std::min(domain.find_first_not_of('0'), domain.size()));
  domain.insert(0, domain.size() < 4 ? 4 - domain.size() : 0, '0');
  return domain + ":" + std::string(rest);
}

void read_memory(const Json& json, NvmlDevice& device) {
  device.memory_total_bytes = bytes_of(member(json, "memory_total_bytes"));
  if (device.memory_total_bytes == std::uint64_t{0}) {
    device.memory_total_bytes.reset();
  }
  device.memory_free_bytes = bytes_of(member(json, "memory_free_bytes"));
  device.memory_used_bytes = bytes_of(member(json, "memory_used_bytes"));
  const std::uint64_t total = device.memory_total_bytes.value_or(0);
  if (device.memory_free_bytes.value_or(0) > total || !device.memory_total_bytes) {
    device.memory_free_bytes.reset();
  }
  if (device.memory_used_bytes.value_or(0) > total || !device.memory_total_bytes) {
    device.memory_used_bytes.reset();
  }
  if (device.memory_free_bytes.value_or(0) + device.memory_used_bytes.value_or(0) > total) {
    device.memory_free_bytes.reset();
    device.memory_used_bytes.reset();
  }
  const Json* unified = member(json, "memory_unified");
  device.memory_unified = unified != nullptr && *unified == true && !device.memory_total_bytes;
}

void read_mig(const Json& json, NvmlDevice& device) {
  const Json* mig = member(json, "mig");
  const Json* enabled = mig == nullptr ? nullptr : member(*mig, "enabled");
  device.mig_enabled = enabled != nullptr && *enabled == true;
  const Json* slices = mig == nullptr ? nullptr : member(*mig, "slices");
  if (!device.mig_enabled || slices == nullptr || !slices->is_array() || slices->size() > kMostSlices) {
    return;
  }
  for (const Json& slice : *slices) {
    if (auto name = text_of(&slice)) {
      device.mig_slices.push_back(*std::move(name));
    }
  }
}

NvmlDevice read_device(const Json& json) {
  NvmlDevice device;
  device.pci_address = address_of(member(json, "pci_address"));
  device.name = text_of(member(json, "name"));
  device.compute_capability = version_of(member(json, "compute_capability"));
  device.architecture = text_of(member(json, "architecture"));
  read_memory(json, device);
  device.cuda_cores = count_of(member(json, "cuda_cores"), kMostCores);
  device.memory_bus_width_bits = count_of(member(json, "memory_bus_width_bits"), kMostBusBits);
  const auto clock = [&](const char* key, double least) { return number_of(member(json, key), least, kMostMhz); };
  device.max_graphics_clock_mhz = clock("max_graphics_clock_mhz", 1);
  device.max_sm_clock_mhz = clock("max_sm_clock_mhz", 1);
  device.max_memory_clock_mhz = clock("max_memory_clock_mhz", 1);
  device.graphics_clock_mhz = clock("graphics_clock_mhz", 0);
  device.sm_clock_mhz = clock("sm_clock_mhz", 0);
  device.memory_clock_mhz = clock("memory_clock_mhz", 0);
  device.power_w = number_of(member(json, "power_w"), 0, kMostWatts);
  device.power_limit_w = number_of(member(json, "power_limit_w"), 1, kMostWatts);
  device.temperature_c = number_of(member(json, "temperature_c"), -50, 250);
  device.utilisation_percent = number_of(member(json, "utilisation_percent"), 0, 100);
  read_mig(json, device);
  return device;
}

std::optional<NvmlFacts::State> state_of(const Json* value) {
  using State = NvmlFacts::State;
  constexpr struct {
    std::string_view word;
    State state;
  } kStates[] = {{"ok", State::Answered},
                 {"no_library", State::NoLibrary},
                 {"no_driver", State::NoDriver},
                 {"version_mismatch", State::VersionMismatch},
                 {"no_permission", State::NoPermission},
                 {"failed", State::Failed}};
  const std::string word = text_of(value).value_or(std::string());
  for (const auto& known : kStates) {
    if (known.word == word) {
      return known.state;
    }
  }
  return std::nullopt;
}

NvmlAnswer nonsense(const char* why) {
  NvmlAnswer answer;
  answer.detail = why;
  return answer;
}

/// False when there are more than can be.
bool read_devices(const Json* list, NvmlAnswer& answer) {
  if (list == nullptr || answer.state != NvmlFacts::State::Answered) {
    return true;
  }
  if (!list->is_array() || list->size() > kMostDevices) {
    return false;
  }
  for (const Json& json : *list) {
    if (!json.is_object()) {
      continue;
    }
    NvmlDevice device = read_device(json);
    const auto same = [&](const NvmlDevice& other) {
      return device.pci_address && other.pci_address == device.pci_address;
    };
    if (std::none_of(answer.devices.begin(), answer.devices.end(), same)) {
      answer.devices.push_back(std::move(device));
    }
  }
  return true;
}

}  // namespace

NvmlAnswer parse_nvml_answer(std::string_view text) {
  if (text.size() > kNvmlAnswerLimit) {
    return nonsense("the answer is longer than 1 MiB");
  }
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  const std::optional<NvmlFacts::State> state = state_of(json.is_object() ? member(json, "state") : nullptr);
  if (!state) {
    return nonsense("the answer is not of the form that was asked for");
  }
  NvmlAnswer answer;
  answer.state = *state;
  const Json* detail = member(json, "detail");
  if (detail != nullptr && detail->is_string()) {
    answer.detail = clean_text(detail->get_ref<const std::string&>());
  }
  const std::string driver = text_of(member(json, "driver_version")).value_or(std::string());
  if (nvidia_version_in(driver) == driver) {
    answer.driver_version = driver;
  }
  answer.cuda_version = version_of(member(json, "cuda_version"));
  if (!read_devices(member(json, "devices"), answer)) {
    return nonsense("the answer's devices can't be true");
  }
  return answer;
}

}  // namespace lossline
