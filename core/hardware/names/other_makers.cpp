// SPDX-License-Identifier: GPL-3.0-or-later
// Makers whose names come up less, and things that are no GPU.
#include <cstddef>
#include <string>
#include <string_view>

#include "core/hardware/names/detail/gpu_reading.h"

namespace lossline::detail {
namespace {

constexpr std::size_t kNone = GpuWords::kNone;

bool read_apple(GpuReading& reading) {
  const GpuWords& words = reading.words;
  const std::size_t apple = words.find(word_id("apple"));
  if (apple == kNone) {
    return false;
  }
  GpuName& name = reading.name;
  name.vendor = "Apple";
  reading.decide(apple);
  for (std::size_t i = apple + 1; i < words.size(); ++i) {
    const Parts parts = words[i].parts();
    const bool chip = (parts.letters == "m" || parts.letters == "a") && !parts.digits.empty() &&
                      parts.digits.size() <= 2 && parts.tail.size() <= 1;
    const GpuRule* rule = chip ? find_model("apple", {parts.letters, parts.digits, {}}) : nullptr;
    if (!chip) {
      continue;
    }
    name.brand = parts.letters == "m" ? "Apple M" : "Apple A";
    reading.decide(i);
    reading.apply(rule);
    switch (words.id(i + 1)) {
      case word_id("pro"):
        name.tier = "Pro";
        break;
      case word_id("max"):
        name.tier = "Max";
        break;
      case word_id("ultra"):
        name.tier = "Ultra";
        break;
      default:
        break;
    }
    reading.decide(name.tier ? i + 1 : words.size());
    break;
  }
  if (words.has(word_id("virgl")) || words.has(word_id("paravirtual"))) {
    reading.set_form("virtual");
  }
  return true;
}

bool read_phone_gpu(GpuReading& reading, std::string_view word, std::string_view vendor, std::string_view brand) {
  const GpuWords& words = reading.words;
  const std::size_t at = words.find(word_id(word));
  if (at == kNone) {
    return false;
  }
  GpuName& name = reading.name;
  name.vendor = std::string(vendor);
  name.brand = std::string(brand);
  reading.decide(at);
  reading.set_form("integrated");
  for (std::size_t i = at + 1; i < words.size() && i <= at + 2; ++i) {
    if (const GpuRule* rule = words.is_half(i) ? nullptr : find_model(word, words[i].parts())) {
      reading.decide(i);
      reading.apply(rule);
      break;
    }
  }
  return true;
}

struct Maker {
  std::uint64_t word;
  std::string_view vendor, brand, form_factor;
};
constexpr Maker kMakers[] = {{word_id("powervr"), "Imagination", "PowerVR", "integrated"},
                             {word_id("immortalis"), "ARM", "Immortalis", "integrated"},
                             {word_id("xclipse"), "Samsung", "Xclipse", "integrated"},
                             {word_id("videocore"), "Broadcom", "VideoCore", "integrated"},
                             {word_id("v3d"), "Broadcom", "VideoCore", "integrated"},
                             {word_id("vivante"), "Vivante", "Vivante", "integrated"},
                             {word_id("matrox"), "Matrox", "", ""},
                             {word_id("aspeed"), "ASPEED", "", ""},
                             {word_id("mtt"), "Moore Threads", "MTT", ""},
                             {word_id("gaudi"), "Intel", "Gaudi", "datacenter"},
                             {word_id("gaudi2"), "Intel", "Gaudi", "datacenter"},
                             {word_id("gaudi3"), "Intel", "Gaudi", "datacenter"},
                             {word_id("virtio"), "VirtIO", "", "virtual"},
                             {word_id("qxl"), "Red Hat", "QXL", "virtual"},
                             {word_id("vmware"), "VMware", "", "virtual"},
                             {word_id("svga3d"), "VMware", "", "virtual"},
                             {word_id("virtualbox"), "VirtualBox", "", "virtual"},
                             {word_id("parallels"), "Parallels", "", "virtual"},
                             {word_id("cirrus"), "Cirrus Logic", "", ""}};

struct NoGpu {
  std::uint64_t first, second;  ///< second 0: the first is enough
  std::string_view vendor, form_factor;
};
constexpr NoGpu kNoGpu[] = {{word_id("llvmpipe"), 0, "Mesa", ""},
                            {word_id("softpipe"), 0, "Mesa", ""},
                            {word_id("lavapipe"), 0, "Mesa", ""},
                            {word_id("swrast"), 0, "Mesa", ""},
                            {word_id("swr"), 0, "Mesa", ""},
                            {word_id("swiftshader"), 0, "Google", ""},
                            {word_id("software"), word_id("adapter"), "Microsoft", ""},
                            {word_id("software"), word_id("rasterizer"), "", ""},
                            {word_id("software"), word_id("renderer"), "", ""},
                            {word_id("apple"), word_id("software"), "Apple", ""},
                            {word_id("gdi"), word_id("generic"), "Microsoft", ""},
                            {word_id("microsoft"), word_id("remote"), "Microsoft", "virtual"},
                            {word_id("microsoft"), word_id("basic"), "Microsoft", ""},
                            {word_id("microsoft"), word_id("hyper"), "Microsoft", "virtual"},
                            {word_id("microsoft"), word_id("indirect"), "Microsoft", "virtual"},
                            {word_id("basic"), word_id("render"), "Microsoft", ""},
                            {word_id("basic"), word_id("display"), "Microsoft", ""}};

constexpr std::uint64_t kCpuWords[] = {
    word_id("xeon"),    word_id("ryzen"),    word_id("epyc"),    word_id("threadripper"), word_id("opteron"),
    word_id("athlon"),  word_id("phenom"),   word_id("sempron"), word_id("turion"),       word_id("celeron"),
    word_id("pentium"), word_id("neoverse"), word_id("cortex"),  word_id("atom"),         word_id("cpu")};

/// Every word without which a name is a GPU's.
constexpr WordFilter no_gpu_words() {
  WordFilter filter;
  for (const NoGpu& kind : kNoGpu) {
    filter.add(kind.first);
  }
  for (const std::uint64_t word : kCpuWords) {
    filter.add(word);
  }
  filter.add(word_id("core"));
  filter.add(word_id("compute"));
  return filter;
}
constexpr WordFilter kNoGpuWords = no_gpu_words();

/// The word that tells a CPU: one of the above, "Core i7", "12 Compute Cores".
std::size_t find_cpu_word(const GpuWords& words) {
  for (const std::uint64_t word : kCpuWords) {
    if (const std::size_t at = words.find(word); at != kNone) {
      return at;
    }
  }
  const std::size_t core = words.find(word_id("core"));
  switch (core == kNone ? 0 : words.id(core + 1)) {
    case word_id("processor"):
    case word_id("ultra"):
    case word_id("i3"):
    case word_id("i5"):
    case word_id("i7"):
    case word_id("i9"):
    case word_id("m3"):
    case word_id("2"):
    case word_id("3"):
    case word_id("5"):
    case word_id("7"):
      return core;
    default:
      break;
  }
  const std::size_t compute = words.find(word_id("compute"));
  return compute != kNone && words.id(compute + 1) == word_id("cores") ? compute : kNone;
}

bool read_cpu(GpuReading& reading) {
  const GpuWords& words = reading.words;
  // "Ryzen Embedded R1505G with Radeon Vega Gfx" is the graphics of that processor, and Xeon Phi an accelerator.
  if (words.has(word_id("gfx")) || words.has(word_id("phi"))) {
    return false;
  }
  const std::size_t at = find_cpu_word(words);
  if (at == kNone) {
    return false;
  }
  GpuName& name = reading.name;
  name.is_gpu = false;
  const bool arm = words.has(word_id("neoverse")) || words.has(word_id("cortex"));
  const std::string_view vendor = arm                           ? "ARM"
                                  : words.has(word_id("intel")) ? "Intel"
                                  : words.has(word_id("amd"))   ? "AMD"
                                                                : "";
  if (!vendor.empty()) {
    name.vendor = std::string(vendor);
  }
  reading.decide(at);
  return true;
}

}  // namespace

bool read_no_gpu(GpuReading& reading) {
  const GpuWords& words = reading.words;
  if (!words.may_have_any(kNoGpuWords)) {
    return false;
  }
  for (const NoGpu& kind : kNoGpu) {
    std::size_t i = words.find(kind.first);
    while (i != kNone && kind.second != 0 && words.id(i + 1) != kind.second) {
      i = words.find(kind.first, i + 1);
    }
    if (i == kNone) {
      continue;
    }
    reading.name.is_gpu = false;
    if (!kind.vendor.empty()) {
      reading.name.vendor = std::string(kind.vendor);
    }
    reading.set_form(kind.form_factor);
    reading.decide(i);
    reading.decide(kind.second != 0 ? i + 1 : words.size());
    return true;
  }
  return read_cpu(reading);
}

bool read_other_maker(GpuReading& reading) {
  const GpuWords& words = reading.words;
  if (read_phone_gpu(reading, "mali", "ARM", "Mali") || read_phone_gpu(reading, "adreno", "Qualcomm", "Adreno") ||
      read_phone_gpu(reading, "ascend", "Huawei", "Ascend")) {
    if (reading.name.brand == "Ascend") {
      reading.set_form("datacenter");
    }
    return true;
  }
  if (read_apple(reading)) {
    return true;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const Maker& maker : kMakers) {
      if (words.id(i) != maker.word) {
        continue;
      }
      reading.name.vendor = std::string(maker.vendor);
      if (!maker.brand.empty()) {
        reading.name.brand = std::string(maker.brand);
      }
      reading.set_form(maker.form_factor);
      reading.decide(i);
      return true;
    }
  }
  return false;
}

}  // namespace lossline::detail
