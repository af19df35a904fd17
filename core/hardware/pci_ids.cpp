// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pci_ids.h"

#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

#include "core/hardware/clean_text.h"

namespace lossline {
namespace {

constexpr std::size_t kTableLimit = std::size_t{8} * 1024 * 1024;  // the table of 2026 has 1.6 MB
// Debian and its kin; Fedora, Arch and SUSE; what update-pciids fetches.
constexpr std::string_view kPlaces[] = {"usr/share/misc/pci.ids", "usr/share/hwdata/pci.ids",
                                        "var/lib/pciutils/pci.ids"};

std::optional<std::string> named(std::string_view line, std::size_t id_ends) {
  std::string name = clean_text(line.substr(id_ends));
  return name.empty() ? std::nullopt : std::optional(std::move(name));
}

}  // namespace

void PciIds::load() {
  if (loaded_) {
    return;
  }
  loaded_ = true;
  for (const std::string_view place : kPlaces) {
    if (const std::optional<std::string> text = files_.text(place, kTableLimit); text && !text->empty()) {
      text_ = "\n" + *text;  // so that every line has an end before it
      return;
    }
  }
}

std::string_view PciIds::vendor_block(std::uint16_t vendor_id) {
  load();
  const std::size_t start = text_.find("\n" + hex4(vendor_id) + "  ");
  if (start == std::string::npos) {
    return {};
  }
  std::size_t end = start + 1;
  do {  // devices are indented, remarks may stand between them
    end = text_.find('\n', end + 1);
  } while (end != std::string::npos && end + 1 < text_.size() && (text_[end + 1] == '\t' || text_[end + 1] == '#'));
  return std::string_view(text_).substr(start, end == std::string::npos ? end : end - start);
}

std::optional<std::string> PciIds::vendor(std::uint16_t vendor_id) {
  std::string_view block = vendor_block(vendor_id);
  if (block.empty()) {
    return std::nullopt;
  }
  block.remove_prefix(1);
  return named(next_line(block), 4);
}

std::optional<std::string> PciIds::device(std::uint16_t vendor_id, std::uint16_t device_id) {
  std::string_view block = vendor_block(vendor_id);
  const std::size_t at = block.find("\n\t" + hex4(device_id) + "  ");
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  block.remove_prefix(at + 1);
  return named(next_line(block), 5);
}

std::optional<std::uint32_t> parse_hex(std::string_view text) {
  if (!starts_with(text, "0x")) {
    return std::nullopt;
  }
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + 2, end, value, 16);
  return error == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

std::string hex4(std::uint16_t id) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const unsigned shift : {12U, 8U, 4U, 0U}) {
    out += kDigits[(std::uint32_t{id} >> shift) & 0xFU];
  }
  return out;
}

}  // namespace lossline
