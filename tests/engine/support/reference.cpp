// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/support/reference.h"

#include <fstream>
#include <sstream>
#include <string>

#include "core/api/number_text.h"

namespace lossline::test {
namespace {

IrisReference read() {
  IrisReference reference;
  std::ifstream in(std::string(LOSSLINE_TEST_DATA) + "/reference/iris_seed0.txt");
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    std::string word;
    while (words >> word) {
      const double value = parse_double(word).value_or(0);
      if (key == "initial") {
        reference.initial.push_back(static_cast<float>(value));
      } else if (key == "final") {
        reference.final_weights.push_back(static_cast<float>(value));
      } else if (key == "losses") {
        reference.losses.push_back(static_cast<float>(value));
      } else if (key == "test_accuracy") {
        reference.test_accuracy = value;
      }
    }
  }
  return reference;
}

}  // namespace

const IrisReference& iris_reference() {
  static const IrisReference reference = read();
  return reference;
}

}  // namespace lossline::test
