#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/kryo.hpp>

#include "bytes.hpp"

using namespace eyewall::kryo;
using eyewall::test::from_hex;

namespace {

Status status_of(std::string_view hex) {
  const auto bytes = from_hex(hex);
  Reader reader(bytes);
  std::vector<Value> values;
  return read_dynamic_values(reader, values);
}

} // namespace

TEST_CASE("a length costs its sender bytes") {
  CHECK(status_of("7fffffff0f") == Status::bad_length);       // mixed, 2^31 elements
  CHECK(status_of("ffffffff1f0200") == Status::bad_length);   // one class
  CHECK(status_of("820300ffffffff1f") == Status::bad_length); //
  CHECK(status_of("820b00ffffffff0f") == Status::bad_length); // byte[]
  CHECK(status_of("820e00ffffffff0f") == Status::bad_length); // map
  CHECK(status_of("821000ffffffff0f") == Status::bad_length); // BigInteger
  CHECK(status_of("82100001") == Status::bad_length);         // of no bytes
  CHECK(status_of("ffffffff0f00") == Status::too_many);       // all null
  std::vector<Value> values;
  const auto nulls = from_hex("c180"
                              "0400");
  Reader reader(nulls);
  REQUIRE(read_dynamic_values(reader, values) == Status::ok);
  CHECK(values.size() == 32768);
}

TEST_CASE("nesting has a bound, and others can be set") {
  std::string hex;
  for (int i = 0; i < 1000; ++i) {
    hex += "820d00";
  }
  CHECK(status_of(hex) == Status::too_deep);
  const auto bytes = from_hex("820d00820d0001");
  Reader two(bytes, nullptr, {.max_depth = 2, .max_empty_elements = 0});
  std::vector<Value> values;
  CHECK(read_dynamic_values(two, values) == Status::ok);
  Reader one(bytes, nullptr, {.max_depth = 1, .max_empty_elements = 0});
  CHECK(read_dynamic_values(one, values) == Status::too_deep);
}

TEST_CASE("what is as deep as may be read can be written, too") {
  std::string hex;
  for (std::uint32_t i = 0; i < Limits{}.max_depth; ++i) {
    hex += "820d00";
  }
  const auto bytes = from_hex(hex + "82020002");
  Reader reader(bytes);
  std::vector<Value> values;
  REQUIRE(read_dynamic_values(reader, values) == Status::ok);
  std::vector<std::uint8_t> again(max_dynamic_values_size(values));
  Writer writer(again);
  REQUIRE(write_dynamic_values(writer, values) == Status::ok);
  again.resize(writer.size());
  CHECK(again == bytes);
}

TEST_CASE("classes that nobody registered") {
  CHECK(status_of("8201") == Status::unknown_class);
  CHECK(status_of("821800") == Status::unknown_class);
  CHECK(status_of("82ffffffff0f00") == Status::unknown_class);
  CHECK(status_of("82ffffffff1f00") == Status::malformed_varint);
}

TEST_CASE("every prefix of a message is an error, and none reads beyond it") {
  const std::vector<Value> sent{
      std::string("nathan"),
      std::int32_t{42},
      1.5F,
      true,
      char16_t{1},
      std::int16_t{-2},
      std::int64_t{1} << 60,
      2.5,
      Bytes{1, 2, 3},
      BigInteger{{1, 2}},
      std::string(100, 'x'),
      List{ClassId::hash_set, {std::string("\xc3\xa9"), std::int8_t{3}}},
      Map{{{std::string("k"), Value()}}},
      Record{ClassId::node_info, {std::string("node"), List{ClassId::hash_set, {}}}}};
  std::vector<std::uint8_t> bytes(max_dynamic_values_size(sent));
  Writer writer(bytes);
  REQUIRE(write_dynamic_values(writer, sent) == Status::ok);
  bytes.resize(writer.size());
  std::vector<Value> all;
  Reader whole(bytes);
  REQUIRE(read_dynamic_values(whole, all) == Status::ok);
  CHECK(all == sent);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<std::uint8_t> prefix(bytes.begin(),
                                           bytes.begin() + static_cast<std::ptrdiff_t>(size));
    Reader reader(prefix);
    std::vector<Value> values;
    CHECK(read_dynamic_values(reader, values) != Status::ok);
  }
}
