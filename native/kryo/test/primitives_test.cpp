#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/reader.hpp>
#include <eyewall/kryo/writer.hpp>

#include "bytes.hpp"

using namespace eyewall::kryo;
using eyewall::test::from_hex;
using eyewall::test::to_hex;

namespace {

template <class Write> std::string written(const Write &write) {
  std::array<std::uint8_t, 512> buffer{};
  Writer writer(buffer);
  REQUIRE(write(writer) == Status::ok);
  return to_hex(writer.written());
}

std::string text_hex(std::string_view text) {
  return written([&](Writer &writer) { return writer.write_text(text); });
}

} // namespace

TEST_CASE("integers are zigzag varints, of at most 5 and 9 bytes") {
  for (const std::int32_t value :
       {0, 1, -1, 63, 64, -64, -65, 8191, 8192, 1048575, 134217727,
        std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()}) {
    const auto bytes = from_hex(written([&](Writer &writer) { return writer.write_int(value); }));
    CHECK(bytes.size() == bits::varint_size(bits::zigzag(value)));
    Reader reader(bytes);
    std::int32_t read = 0;
    REQUIRE(reader.read_int(read) == Status::ok);
    CHECK(read == value);
    CHECK(reader.expect_end() == Status::ok);
  }
  for (int shift = 0; shift < 64; ++shift) {
    for (const std::uint64_t delta : {0ULL, 1ULL, ~0ULL}) {
      const auto value = static_cast<std::int64_t>((1ULL << static_cast<unsigned>(shift)) + delta);
      const auto bytes =
          from_hex(written([&](Writer &writer) { return writer.write_long(value); }));
      CHECK(bytes.size() == bits::varint_size(bits::zigzag(value)));
      Reader reader(bytes);
      std::int64_t read = 0;
      REQUIRE(reader.read_long(read) == Status::ok);
      CHECK(read == value);
      CHECK(reader.expect_end() == Status::ok);
    }
  }
  CHECK(written([](Writer &writer) { return writer.write_int(42); }) == "54");
  CHECK(written([](Writer &writer) { return writer.write_long(-1); }) == "01");
}

TEST_CASE("a varint with more bits than its type is refused") {
  std::uint32_t value = 0;
  CHECK(Reader(from_hex("ffffffff0f")).read_varint(value) == Status::ok);
  CHECK(value == 0xffffffffU);
  CHECK(Reader(from_hex("ffffffff1f")).read_varint(value) == Status::malformed_varint);
  CHECK(Reader(from_hex("8080808080")).read_varint(value) == Status::malformed_varint);
  CHECK(Reader(from_hex("808080")).read_varint(value) == Status::truncated);
  bool flag = false;
  CHECK(Reader(from_hex("ffffffff1f")).read_flag_varint(flag, value) == Status::ok);
  CHECK(value == 0xffffffffU);
  CHECK(Reader(from_hex("ffffffff3f")).read_flag_varint(flag, value) == Status::malformed_varint);
}

TEST_CASE("strings: ASCII of 2 to 32 characters ends with the high bit, others have a length") {
  CHECK(text_hex("") == "81");
  CHECK(text_hex("a") == "8261");
  CHECK(text_hex("ab") == "61e2");
  CHECK(text_hex("nathan") == "6e61746861ee");
  CHECK(text_hex(std::string(32, 'x')).size() == 64);
  CHECK(text_hex(std::string(33, 'x')).starts_with("a2787878"));
  CHECK(text_hex(std::string(63, 'x')).starts_with("c00178"));
  CHECK(text_hex("\xc3\xa9t\xc3\xa9") == "84c3a974c3a9");
  // U+1F600 is a pair of surrogates: two units, six bytes.
  CHECK(text_hex("\xf0\x9f\x98\x80") == "83eda0bdedb880");
  CHECK(text_hex(std::string_view("\0\0", 2)) == "0080");
}

TEST_CASE("strings come back as they went, at every length and place in the buffer") {
  for (std::size_t length = 0; length < 100; ++length) {
    for (const char *piece : {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
      std::string text;
      while (text.size() < length) {
        text.append(text.size() + 4 < length ? std::string(1, 'k') : piece);
      }
      std::vector<std::uint8_t> exact(max_text_size(text));
      Writer writer(exact);
      REQUIRE(writer.write_text(text) == Status::ok);
      exact.resize(writer.size());
      std::vector<std::uint8_t> again(exact.size());
      Writer tight(again);
      REQUIRE(tight.write_text(text) == Status::ok);
      Reader reader(again);
      std::string read = "before";
      REQUIRE(reader.read_string(read) == Status::ok);
      CHECK(read == text);
      CHECK(reader.expect_end() == Status::ok);
      std::vector<std::uint8_t> small(exact.size() - 1);
      Writer full(small);
      CHECK(full.write_text(text) == Status::no_space);
      CHECK(full.size() == 0);
      Reader cut(small);
      CHECK(cut.read_string(read) != Status::ok);
    }
  }
}

TEST_CASE("text that is not UTF-8 is not written, and what is not CESU-8 not read") {
  std::array<std::uint8_t, 64> buffer{};
  for (const std::string_view bad :
       {"\x80", "ab\xc3", "\xc0\x80", "\xe0\x80\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80",
        "\xf0\x80\x80\x80", "\xe2\x82g"}) {
    Writer writer(buffer);
    CHECK(writer.write_text(bad) == Status::malformed_text);
    CHECK(writer.size() == 0);
  }
  std::string text;
  CHECK(Reader(from_hex("82ff")).read_string(text) == Status::malformed_text);
  CHECK(Reader(from_hex("82c080")).read_string(text) == Status::malformed_text);
  CHECK(Reader(from_hex("82f09f9880")).read_string(text) == Status::malformed_text);
  CHECK(Reader(from_hex("82c3")).read_string(text) == Status::truncated);
  CHECK(Reader(from_hex("80")).read_string(text) == Status::unexpected_null);
  CHECK(Reader(from_hex("8561")).read_string(text) == Status::bad_length);
  CHECK(Reader(std::vector<std::uint8_t>(40, 'a')).read_string(text) == Status::malformed_text);
  CHECK(Reader(std::vector<std::uint8_t>(20, 'a')).read_string(text) == Status::truncated);
}

TEST_CASE("a surrogate that stands alone is kept") {
  std::string text;
  REQUIRE(Reader(from_hex("82eda0bd")).read_string(text) == Status::ok);
  CHECK(text == "\xed\xa0\xbd");
  CHECK(text_hex(text) == "82eda0bd");
}

TEST_CASE("byte arrays: their length + 1, and a length that can't be is refused") {
  const std::vector<std::uint8_t> bytes{1, 2, 0xff};
  CHECK(written([&](Writer &writer) { return writer.write_bytes(bytes); }) == "040102ff");
  std::span<const std::uint8_t> read;
  const auto good = from_hex("040102ff");
  REQUIRE(Reader(good).read_bytes(read) == Status::ok);
  CHECK(to_hex(read) == "0102ff");
  CHECK(Reader(from_hex("05010203")).read_bytes(read) == Status::bad_length);
  CHECK(Reader(from_hex("ffffffff0f01")).read_bytes(read) == Status::bad_length);
  CHECK(Reader(from_hex("00")).read_bytes(read) == Status::unexpected_null);
}
