#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/kryo.hpp>

#include "bytes.hpp"

using namespace eyewall::kryo;
using eyewall::test::from_hex;
using eyewall::test::to_hex;

namespace {

std::string dynamic_hex(const std::vector<Value> &values, const Registry *registry = nullptr) {
  std::vector<std::uint8_t> buffer(max_dynamic_values_size(values, registry));
  Writer writer(buffer, registry);
  REQUIRE(write_dynamic_values(writer, values) == Status::ok);
  return to_hex(writer.written());
}

Status status_of(const std::vector<Value> &values) {
  std::array<std::uint8_t, 1024> buffer{};
  Writer writer(buffer);
  const Status status = write_dynamic_values(writer, values);
  CHECK((status == Status::ok || writer.size() == 0));
  return status;
}

template <class T> std::string object_hex(const T &value) {
  std::vector<std::uint8_t> buffer(max_object_size(value));
  Writer writer(buffer);
  REQUIRE(write_object(writer, value) == Status::ok);
  const auto bytes = writer.written();
  T read{};
  Reader reader(bytes);
  REQUIRE(read_object(reader, read) == Status::ok);
  CHECK(read == value);
  CHECK(reader.expect_end() == Status::ok);
  return to_hex(bytes);
}

} // namespace

TEST_CASE("dynamic values have the bytes of the schema's") {
  CHECK(dynamic_hex({std::string("nathan"), std::int32_t{42}}) == "03036e61746861ee0254");
  CHECK(dynamic_hex({std::string("a"), Value()}) == "830301826180");
  CHECK(dynamic_hex({Value(), Value()}) == "8300");
  CHECK(dynamic_hex({}) == "01");
  CHECK(dynamic_hex({List{ClassId::values, {std::int32_t{1}, std::int32_t{2}}}}) ==
        "8212008302000204");
  CHECK(dynamic_hex({BigInteger{{0xfb}}, Value()}) == "83100102fb00");
}

TEST_CASE("a value may be a field of a schema") {
  std::vector<std::uint8_t> bytes = from_hex("04038261020200");
  Reader reader(bytes);
  std::string text;
  Value number;
  Value nothing = std::int32_t{1};
  REQUIRE(read_values(reader, text, number, nothing) == Status::ok);
  CHECK(number == Value(std::int32_t{1}));
  CHECK(nothing.is_null());
  std::array<std::uint8_t, 64> buffer{};
  Writer writer(buffer);
  REQUIRE(write_values(writer, text, number, nothing) == Status::ok);
  CHECK(to_hex(writer.written()) == to_hex(bytes));
  CHECK(writer.size() <= max_values_size(text, number, nothing));
}

TEST_CASE("collections of one C++ type") {
  CHECK(object_hex(std::vector<std::int32_t>{1, 2}) == "0d8302000204");
  CHECK(object_hex(std::vector<std::int32_t>{}) == "0d01");
  CHECK(object_hex(std::vector<std::optional<std::string>>{"a", std::nullopt}) == "0d830301826180");
  CHECK(object_hex(std::set<std::int64_t>{-1, 1}) == "0f8309000102");
  CHECK(object_hex(std::map<std::int32_t, double>{{3, 1.5}}) == "0e0202060a000000000000f83f");
  CHECK(object_hex(std::vector<std::vector<std::int32_t>>{{1}, {}}) == "0d830d0082020002"
                                                                       "01");
  CHECK(object_hex(std::optional<std::vector<std::int32_t>>()) == "00");
}

TEST_CASE("a dynamic value that its class can't have is not written") {
  CHECK(status_of({List{ClassId::hash_map, {}}}) == Status::bad_value);
  CHECK(status_of({BigInteger{}}) == Status::bad_value);
  CHECK(status_of({Record{ClassId::first_user, {}}}) == Status::unknown_class);
  CHECK(status_of({Record{ClassId::node_info, {}}}) == Status::bad_value);
  CHECK(status_of({Record{ClassId::node_info, {std::int32_t{1}, Value()}}}) == Status::bad_value);
  Value deep;
  for (int i = 0; i < 100; ++i) {
    deep = List{ClassId::array_list, {deep}};
  }
  CHECK(status_of({deep}) == Status::too_deep);
}

TEST_CASE("a registry has layouts and codecs of user classes") {
  constexpr std::array<std::string_view, 2> names{"com.example.Pair", "com.example.Raw"};
  Registry registry;
  registry.add(
      user_class_id(names, "com.example.Pair"),
      RecordLayout::of("com.example.Pair", {{"second", FieldType::final_class(ClassId::int32)},
                                            {"first", FieldType::primitive(ClassId::int32)}}));
  registry.add(user_class_id(names, "com.example.Raw"),
               RecordCodec{"com.example.Raw",
                           [](Reader &reader, Record &record) {
                             std::uint32_t bits = 0;
                             EYEWALL_KRYO_TRY(reader.read_fixed(bits));
                             record.fields = {static_cast<std::int32_t>(bits)};
                             return Status::ok;
                           },
                           [](Writer &writer, const Record &record) {
                             const auto *bits = record.fields.at(0).get_if<std::int32_t>();
                             return writer.write_fixed(static_cast<std::uint32_t>(*bits));
                           },
                           [](const Record & /*record*/) { return std::size_t{4}; }, false, 4});
  const std::vector<Value> values{
      Record{ClassId{0x18}, {std::int32_t{-1}, Value()}},
      Record{ClassId{0x19}, {std::int32_t{7}}},
  };
  const std::string hex = dynamic_hex(values, &registry);
  CHECK(hex == "03"
               "180100"
               "1907000000");
  const auto bytes = from_hex(hex);
  Reader reader(bytes, &registry);
  std::vector<Value> read;
  REQUIRE(read_dynamic_values(reader, read) == Status::ok);
  CHECK(read == values);
  Reader stranger(bytes);
  CHECK(read_dynamic_values(stranger, read) == Status::unknown_class);
}
