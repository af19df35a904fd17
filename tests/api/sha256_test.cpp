// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/sha256.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace lossline {
namespace {

std::string hash_of(const std::string& text) {
  Sha256 hash;
  hash.update(text.data(), text.size());
  return hash.hex();
}

// FIPS 180-4 examples and NIST's long message.
TEST(Sha256, EqualsThePublishedVectors) {
  EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      hash_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnop"
              "qrstnopqrstu"),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(hash_of(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesOfAnySizeGiveTheSame) {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += static_cast<char>(i * 7);
  }
  const std::string whole = hash_of(text);
  for (const std::size_t piece : {1U, 3U, 55U, 56U, 63U, 64U, 65U, 127U, 128U, 999U}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      hash.update(text.data() + at, std::min(piece, text.size() - at));
    }
    EXPECT_EQ(hash.hex(), whole) << piece;
  }
}

// The lengths at which padding needs one more block; values from Python's hashlib.
TEST(Sha256, PadsAtTheBlockEdges) {
  EXPECT_EQ(hash_of(std::string(55, 'x')), "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072");
  EXPECT_EQ(hash_of(std::string(56, 'x')), "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e");
  EXPECT_EQ(hash_of(std::string(63, 'x')), "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2");
  EXPECT_EQ(hash_of(std::string(64, 'x')), "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c");
}

TEST(Sha256, NumbersAreHashedLittleEndian) {
  const float one = 1.0F;
  Sha256 of_float;
  update_le(of_float, &one, 1);
  EXPECT_EQ(of_float.hex(), hash_of(std::string("\x00\x00\x80\x3f", 4)));

  const std::int32_t numbers[] = {1, -2};
  Sha256 of_int;
  update_le(of_int, numbers, 2);
  EXPECT_EQ(of_int.hex(), hash_of(std::string("\x01\x00\x00\x00\xfe\xff\xff\xff", 8)));

  Sha256 of_nothing;
  update_le(of_nothing, &one, 0);
  EXPECT_EQ(of_nothing.hex(), hash_of(""));
}

}  // namespace
}  // namespace lossline
