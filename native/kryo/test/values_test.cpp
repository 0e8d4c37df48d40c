#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/tuple.hpp>
#include <eyewall/kryo/values.hpp>

#include "bytes.hpp"

using namespace eyewall::kryo;
using eyewall::test::from_hex;
using eyewall::test::to_hex;

namespace {

/// A class that a topology registers with a serializer of its own: two ints.
struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;

  friend bool operator==(const Point &, const Point &) = default;
};

constexpr std::array<std::string_view, 2> registered{"com.example.Point", "com.example.Region"};

template <class... Ts> std::string hex_of(const Ts &...values) {
  std::array<std::uint8_t, 256> buffer{};
  Writer writer(buffer);
  REQUIRE(write_values(writer, values...) == Status::ok);
  CHECK(writer.size() <= max_values_size(values...));
  return to_hex(writer.written());
}

template <class... Ts> Status read_from(std::string_view hex, Ts &...values) {
  const auto bytes = from_hex(hex);
  Reader reader(bytes);
  EYEWALL_KRYO_TRY(read_values(reader, values...));
  return reader.expect_end();
}

} // namespace

template <> struct eyewall::kryo::Adapter<Point> {
  static constexpr ClassId class_id = user_class_id(registered, "com.example.Point");
  static constexpr bool accepts_null = false;
  [[maybe_unused]] static constexpr std::uint32_t min_size = 2;
  static constexpr std::size_t max_size(const Point & /*value*/) { return 10; }
  static Status read(Reader &reader, ClassId /*id*/, Point &value) {
    EYEWALL_KRYO_TRY(reader.read_int(value.x));
    return reader.read_int(value.y);
  }
  static Status write(Writer &writer, const Point &value) {
    EYEWALL_KRYO_TRY(writer.write_int(value.x));
    return writer.write_int(value.y);
  }
};

TEST_CASE("values of several classes, of one, and none") {
  CHECK(hex_of(std::string_view("nathan"), std::int32_t{42}) == "03036e61746861ee0254");
  CHECK(hex_of(std::string("nathan")) == "8203006e61746861ee");
  CHECK(hex_of(true, false) == "8305000100");
  CHECK(hex_of() == "01");
  CHECK(hex_of(char16_t{u'x'}, std::int16_t{-2}, std::int8_t{-3}, 1.5F, 1.5) ==
        "0607780008feff06fd040000c03f0a000000000000f83f");
}

TEST_CASE("values come back") {
  Text word;
  std::int64_t count = 0;
  REQUIRE(read_from(hex_of(std::string_view("storm"), std::int64_t{-7}), word, count) ==
          Status::ok);
  CHECK(word == "storm");
  CHECK(count == -7);
  std::string first;
  std::string second;
  REQUIRE(read_from(hex_of(std::string("a"), std::string("b")), first, second) == Status::ok);
  CHECK(first + second == "ab");
}

TEST_CASE("nulls decide whether there is one class") {
  std::optional<std::int32_t> none;
  std::optional<std::int32_t> one = 1;
  CHECK(hex_of(one, none) == "830201010200");
  CHECK(hex_of(none, none) == "8300");
  CHECK(hex_of(std::optional<std::string>("a"), std::optional<std::string>()) == "830301826180");
  CHECK(hex_of(std::string("a"), none) == "8303018261"
                                          "80");
  CHECK(hex_of(std::string("a"), one, none) == "04038261020200");
  std::optional<std::int32_t> x = 5;
  std::optional<std::int32_t> y = 6;
  REQUIRE(read_from("830201010200", x, y) == Status::ok);
  CHECK(x == 1);
  CHECK(y == std::nullopt);
  REQUIRE(read_from("8300", x, y) == Status::ok);
  CHECK(x == std::nullopt);
  std::string text;
  REQUIRE(read_from("830301826180", text, x) == Status::ok);
  CHECK(text == "a");
  CHECK(x == std::nullopt);
  CHECK(read_from("83030182618161", text, x) == Status::unexpected_class);
  std::int32_t never = 0;
  CHECK(read_from("830201010200", x, never) == Status::unexpected_null);
  CHECK(read_from("8300", never, x) == Status::unexpected_null);
}

TEST_CASE("a user's class has an adapter") {
  CHECK(hex_of(Point{1, -1}, std::int32_t{3}) == "0318020102"
                                                 "06");
  CHECK(hex_of(Point{1, -1}, std::optional<Point>()) == "831801010201"
                                                        "00");
  Point point;
  std::optional<Point> nothing = Point{};
  REQUIRE(read_from("83180101020100", point, nothing) == Status::ok);
  CHECK(point == Point{1, -1});
  CHECK(nothing == std::nullopt);
}

TEST_CASE("what the schema doesn't say is refused, with the reason") {
  std::string word;
  std::int64_t count = 0;
  CHECK(read_from("03036e61746861ee0254", word, count) == Status::unexpected_class);
  CHECK(read_from("04036e61746861ee0254", word, count) == Status::wrong_arity);
  CHECK(read_from("00", word, count) == Status::unexpected_null);
  CHECK(read_from("0300", word, count) == Status::unexpected_null);
  CHECK(read_from("0301", word, count) == Status::unknown_class);
  CHECK(read_from("03036e", word, count) == Status::truncated);
  CHECK(read_from("03036e61746861ee095400", word, count) == Status::trailing_bytes);
}

TEST_CASE("without room nothing is written") {
  std::array<std::uint8_t, 9> buffer{};
  Writer writer(buffer);
  REQUIRE(writer.write_byte(7) == Status::ok);
  CHECK(write_values(writer, std::string_view("nathan"), std::int32_t{42}) == Status::no_space);
  CHECK(writer.size() == 1);
}

TEST_CASE("the header of a tuple") {
  std::array<std::uint8_t, 64> buffer{};
  Writer writer(buffer);
  const std::array<Anchor, 2> anchors{Anchor{1, 2}, Anchor{-1, 0x0102030405060708}};
  REQUIRE(write_tuple_header(writer, 300, 4, anchors) == Status::ok);
  CHECK(to_hex(writer.written()) == "ac020402"
                                    "01000000000000000200000000000000"
                                    "ffffffffffffffff0807060504030201");
  CHECK(writer.size() <= max_tuple_header_size(2));
  Reader reader(writer.written());
  TupleHeader header;
  REQUIRE(read_tuple_header(reader, header) == Status::ok);
  CHECK(header.source_task == 300);
  CHECK(header.stream_id == 4);
  REQUIRE(header.anchors.size() == 2);
  CHECK(header.anchors[1] == anchors[1]);
  const auto hostile = from_hex("0104ffffffff0f00");
  Reader refused(hostile);
  CHECK(read_tuple_header(refused, header) == Status::bad_length);
}
