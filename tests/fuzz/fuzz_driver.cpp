// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target where there is no libFuzzer: recorded inputs, cut, mixed and changed at random.
// fuzz [-max_total_time=SECONDS] [-runs=NUMBER] [-seed=NUMBER]
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// The files of the folder, or the lines of the file.
std::vector<std::string> read_seeds() {
  std::vector<std::string> seeds = {""};
  if (std::filesystem::is_regular_file(LOSSLINE_FUZZ_SEEDS)) {
    std::ifstream file(LOSSLINE_FUZZ_SEEDS, std::ios::binary);
    for (std::string line; std::getline(file, line);) {
      seeds.push_back(line);
    }
    return seeds;
  }
  for (const auto& entry : std::filesystem::directory_iterator(LOSSLINE_FUZZ_SEEDS)) {
    std::ifstream file(entry.path(), std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed), seeds_(read_seeds()) {}

  std::string next() {
    std::string text = below(1000) == 0 ? noise(kMost) : piece();
    for (std::size_t more = below(2) == 0 ? 0 : below(12); more > 0; --more) {
      text += (below(3) == 0 ? "" : " ") + (below(5) == 0 ? std::to_string(below(10000)) : piece());
    }
    for (std::size_t changes = below(16); changes > 0; --changes) {
      const std::size_t at = below(text.size() + 1);
      switch (below(4)) {
        case 0:
          text.insert(at, 1, static_cast<char>(below(256)));
          break;
        case 1:
          text.erase(at, below(64));
          break;
        case 2:
          text.insert(at, piece().substr(0, below(512)));
          break;
        default:
          if (at < text.size()) {
            text[at] = static_cast<char>(below(256));
          }
      }
    }
    return text.substr(0, kMost);
  }

 private:
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : static_cast<std::size_t>(random_() % limit); }

  std::string noise(std::size_t size) {
    std::string text(size, '\0');
    for (char& c : text) {
      c = static_cast<char>(below(256));
    }
    return text;
  }

  /// A seed, or a part of it.
  std::string piece() {
    const std::string& seed = seeds_[below(seeds_.size())];
    if (below(2) == 0) {
      return seed;
    }
    const std::size_t from = below(seed.size() + 1);
    return seed.substr(from, below(4096));
  }

  static constexpr std::size_t kMost = 65536;
  std::mt19937_64 random_;
  std::vector<std::string> seeds_;
};

std::uint64_t number_after(const std::string& argument, const std::string& name, std::uint64_t usual) {
  return argument.compare(0, name.size(), name) == 0 ? std::strtoull(argument.c_str() + name.size(), nullptr, 10)
                                                     : usual;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seconds = 10, most = 0, seed = std::random_device()();
  for (int i = 1; i < argc; ++i) {
    seconds = number_after(argv[i], "-max_total_time=", seconds);
    most = number_after(argv[i], "-runs=", most);
    seed = number_after(argv[i], "-seed=", seed);
  }
  if (most != 0) {
    std::cerr << "seed " << seed << ", " << most << " runs\n";
  } else {
    std::cerr << "seed " << seed << ", " << seconds << " s\n";
  }
  Mutator mutator(seed);
  std::uint64_t runs = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  for (; most != 0 ? runs < most : std::chrono::steady_clock::now() < end; ++runs) {
    const std::string text = mutator.next();
    // A copy of its own exact size, so that a sanitizer sees the first byte read past its end.
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::cerr << "done " << runs << " runs\n";
  return 0;
}
