// The bytes of Storm's own serializers, read and written. Java's side is ValuesGoldenTest.
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/kryo.hpp>

#include "golden_file.hpp"
#include "notation.hpp"

using namespace eyewall::kryo;
using eyewall::test::golden_lines;
using eyewall::test::to_hex;

namespace {

/// StormBytes.AllFields and StormBytes.Raw.
Registry registry_of_tests() {
  using enum ClassId;
  Registry registry;
  registry.add(first_user,
               RecordLayout::of("AllFields", {{"aBoolean", FieldType::primitive(boolean)},
                                              {"bytes", FieldType::final_class(bytes)},
                                              {"boxed", FieldType::final_class(boolean)},
                                              {"small", FieldType::primitive(int8)},
                                              {"letter", FieldType::primitive(char16)},
                                              {"eighth", FieldType::primitive(float64)},
                                              {"half", FieldType::primitive(float32)},
                                              {"number", FieldType::primitive(int32)},
                                              {"numbers", FieldType::list(int32)},
                                              {"nothing", FieldType::final_class(int64)},
                                              {"large", FieldType::primitive(int64)},
                                              {"counts", FieldType::map(string, int32)},
                                              {"any", FieldType::object()},
                                              {"other", FieldType::final_class(first_user)},
                                              {"shorter", FieldType::primitive(int16)},
                                              {"text", FieldType::final_class(string)},
                                              {"texts", FieldType::list(string)}}));
  registry.add(ClassId{0x19},
               RecordCodec{"Raw",
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
  return registry;
}

void read_and_write(const std::string &file) {
  const Registry registry = registry_of_tests();
  const auto lines = golden_lines(file);
  REQUIRE(!lines.empty());
  for (const auto &line : lines) {
    CAPTURE(line.name);
    Reader reader(line.bytes, &registry);
    std::vector<Value> values;
    REQUIRE(read_dynamic_values(reader, values) == Status::ok);
    CHECK(reader.expect_end() == Status::ok);
    CHECK(eyewall::test::notation(values) == line.notation);
    std::vector<std::uint8_t> buffer(max_dynamic_values_size(values, &registry));
    Writer writer(buffer, &registry);
    REQUIRE(write_dynamic_values(writer, values) == Status::ok);
    CHECK(to_hex(writer.written()) == to_hex(line.bytes));
    for (std::size_t size = 0; size < line.bytes.size(); size += 1 + size / 64) {
      const std::vector<std::uint8_t> prefix(
          line.bytes.begin(), line.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      Reader cut(prefix, &registry);
      CHECK(read_dynamic_values(cut, values) != Status::ok);
    }
  }
}

} // namespace

TEST_CASE("plain values") { read_and_write("values.golden"); }

TEST_CASE("collections, records and user classes") { read_and_write("composed.golden"); }

TEST_CASE("the same by a schema") {
  for (const auto &line : golden_lines("values.golden")) {
    if (line.name == "all-types") {
      using All = Schema<std::int32_t, std::string, float, bool, std::int8_t, char16_t,
                         std::int16_t, std::int64_t, double, Bytes>;
      All::Tuple tuple;
      Reader reader(line.bytes);
      REQUIRE(All::read(reader, tuple) == Status::ok);
      CHECK(tuple == All::Tuple{1, "two", 3.0F, true, std::int8_t{5}, u'6', std::int16_t{7}, 8, 9.0,
                                Bytes{10}});
      std::vector<std::uint8_t> buffer(All::max_size(tuple));
      Writer writer(buffer);
      REQUIRE(All::write(writer, tuple) == Status::ok);
      CHECK(to_hex(writer.written()) == to_hex(line.bytes));
    }
  }
}

TEST_CASE("whole payloads of tuples, with anchors") {
  const auto lines = golden_lines("tuples.golden");
  REQUIRE(!lines.empty());
  for (const auto &line : lines) {
    CAPTURE(line.name);
    Reader reader(line.bytes);
    TupleHeader header;
    std::vector<Value> values;
    REQUIRE(read_tuple_header(reader, header) == Status::ok);
    REQUIRE(read_dynamic_values(reader, values) == Status::ok);
    CHECK(reader.expect_end() == Status::ok);
    std::string notation = "task=" + std::to_string(header.source_task) +
                           " stream=" + std::to_string(header.stream_id);
    std::vector<Anchor> anchors;
    for (std::size_t i = 0; i < header.anchors.size(); ++i) {
      anchors.push_back(header.anchors[i]);
      notation += " anchor=" + std::to_string(anchors[i].root_id) + ":" +
                  std::to_string(anchors[i].tuple_id);
    }
    CHECK(notation + " " + eyewall::test::notation(values) == line.notation);
    std::vector<std::uint8_t> buffer(max_tuple_header_size(anchors.size()) +
                                     max_dynamic_values_size(values));
    Writer writer(buffer);
    REQUIRE(write_tuple_header(writer, header.source_task, header.stream_id, anchors) ==
            Status::ok);
    REQUIRE(write_dynamic_values(writer, values) == Status::ok);
    CHECK(to_hex(writer.written()) == to_hex(line.bytes));
  }
}
