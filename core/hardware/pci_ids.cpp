// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/pci_ids.h"

#include <charconv>
#include <cstddef>
#include <system_error>
#include <utility>

#include "core/hardware/clean_text.h"

namespace lossline {
namespace resources {
extern const std::string_view pci_names_txt;
}  // namespace resources

namespace {

constexpr std::size_t kTableLimit = std::size_t{8} * 1024 * 1024;  // the table of 2026 has 1.6 MB
// Debian and its kin; Fedora, Arch and SUSE; what update-pciids fetches.
constexpr std::string_view kPlaces[] = {"usr/share/misc/pci.ids", "usr/share/hwdata/pci.ids",
                                        "var/lib/pciutils/pci.ids"};

/// From the vendor's line, and the line end before it, to the next vendor's.
std::string_view block_of(std::string_view text, std::uint16_t vendor_id) {
  const std::size_t start = text.find("\n" + hex4(vendor_id) + "  ");
  if (start == std::string_view::npos) {
    return {};
  }
  std::size_t end = start + 1;
  do {  // devices are indented, remarks may stand between them
    end = text.find('\n', end + 1);
  } while (end != std::string_view::npos && end + 1 < text.size() && (text[end + 1] == '\t' || text[end + 1] == '#'));
  return text.substr(start, end == std::string_view::npos ? end : end - start);
}

/// From the device's line on; empty when the block has none.
std::string_view device_lines(std::string_view block, std::uint16_t device_id) {
  const std::size_t at = block.find("\n\t" + hex4(device_id) + "  ");
  return at == std::string_view::npos ? std::string_view() : block.substr(at + 1);
}

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
  return block_of(text_, vendor_id);
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
  std::string_view lines = device_lines(vendor_block(vendor_id), device_id);
  return lines.empty() ? std::nullopt : named(next_line(lines), 5);
}

std::optional<std::string> known_pci_name(std::uint16_t vendor_id, std::uint16_t device_id) {
  std::string_view lines = device_lines(block_of(resources::pci_names_txt, vendor_id), device_id);
  return lines.empty() ? std::nullopt : named(next_line(lines), 5);
}

std::optional<std::string> known_pci_revision(std::uint16_t vendor_id, std::uint16_t device_id, std::uint8_t revision) {
  std::string_view lines = device_lines(block_of(resources::pci_names_txt, vendor_id), device_id);
  if (lines.empty()) {
    return std::nullopt;
  }
  const std::string start = "\t\t" + hex4(revision).substr(2) + "  ";
  (void)next_line(lines);  // the device itself
  while (starts_with(lines, "\t\t")) {
    const std::string_view line = next_line(lines);
    if (starts_with(line, start)) {
      return named(line, start.size());
    }
  }
  return std::nullopt;
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
