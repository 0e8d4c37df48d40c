#include "values_row.hpp"

#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../../kryo/test/golden_file.hpp"
#include "java_hash.hpp"

using namespace eyewall::worker;
using eyewall::kryo::BigInteger;
using eyewall::kryo::ClassId;
using eyewall::kryo::Entry;
using eyewall::kryo::List;
using eyewall::kryo::Map;
using eyewall::kryo::Reader;
using eyewall::kryo::Status;
using eyewall::kryo::Value;
using eyewall::task::FrameView;
using eyewall::task::FrameWriter;
using eyewall::task::Kind;

TEST_CASE("what Storm has written is written again as it was, through a frame, too") {
  int same = 0;
  for (const auto &line : eyewall::test::golden_lines("values.golden")) {
    CAPTURE(line.name);
    Reader reader(line.bytes);
    ValuesRow row;
    if (row.read(reader) == Status::unknown_class) {
      continue; // of a registry that workers don't have
    }
    std::vector<std::uint8_t> bytes;
    REQUIRE(row.append_to(bytes) == Status::ok);
    CHECK(eyewall::test::to_hex(bytes) == eyewall::test::to_hex(line.bytes));

    FrameWriter writer;
    writer.shape(Kind::emit, 0, -1, row.types());
    writer.row(std::uint64_t{7});
    row.append_to(writer);
    const std::vector<std::uint8_t> frames = writer.frames();
    ValuesRow again;
    again.read(FrameView(frames), 0);
    bytes.clear();
    REQUIRE(again.append_to(bytes) == Status::ok);
    CHECK(eyewall::test::to_hex(bytes) == eyewall::test::to_hex(line.bytes));
    ++same;
  }
  CHECK(same > 25);
}

TEST_CASE("what is cut off is an error") {
  for (const auto &line : eyewall::test::golden_lines("tuples.golden")) {
    for (std::size_t size = 0; size < line.bytes.size(); ++size) {
      Reader reader(std::span(line.bytes).first(size));
      eyewall::kryo::TupleHeader header;
      ValuesRow row;
      const bool whole = eyewall::kryo::read_tuple_header(reader, header) == Status::ok &&
                         row.read(reader) == Status::ok;
      CHECK_FALSE(whole);
    }
  }
}

namespace {

std::int32_t deep(const Value &value) {
  return static_cast<std::int32_t>(31U + static_cast<std::uint32_t>(java_hash(value)));
}

} // namespace

TEST_CASE("hashes are Java's: Arrays.deepHashCode() of one element") {
  using namespace std::string_literals;
  CHECK(deep(Value("word"s)) == 3655465);
  CHECK(deep(Value(""s)) == 31);
  CHECK(deep(Value("na\u00efve \U0001f600"s)) == 1285307511);
  CHECK(deep(Value(std::int64_t{42})) == 73);
  CHECK(deep(Value(std::int64_t{-1} << 40U)) == -225);
  CHECK(deep(Value(std::int32_t{7})) == 38);
  CHECK(deep(Value(1.5F)) == 1069547551);
  CHECK(deep(Value(u'x')) == 151);
  CHECK(deep(Value()) == 31);
  CHECK(deep(Value(eyewall::kryo::Bytes{1, 0xfe, 3})) == 30724);
  CHECK(deep(Value(BigInteger{{0xc0, 0, 0, 0, 0, 0, 0, 0, 0}})) == -61473); // -2^70
  CHECK(deep(Value(BigInteger{{0x80}})) == -97);
  CHECK(deep(Value(BigInteger{{0x01, 0x8e, 0xe9, 0x0f, 0xf6, 0xc3, 0x73, 0xe0, 0xee, 0x4e, 0x3f,
                               0x0a, 0xd2}})) == 1915528856);
  CHECK(deep(Value(List{ClassId::array_list, {Value("a"s), Value(std::int64_t{1})}})) == 4000);
  CHECK(deep(Value(Map{{Entry{Value("k"s), Value(std::int32_t{5})},
                        Entry{Value("l"s), Value(std::int32_t{6})}}})) == 247);
  CHECK(deep(Value(List{ClassId::hash_set, {Value(std::int32_t{3}), Value(std::int32_t{4})}})) ==
        38);
  CHECK_THROWS(static_cast<void>(java_hash(Value(eyewall::kryo::Record{}))));
}

TEST_CASE("a fields grouping is by all of its fields, in their order") {
  std::vector<std::uint8_t> wire(64);
  eyewall::kryo::Writer writer(wire);
  REQUIRE(eyewall::kryo::write_values(writer, std::string_view("word"), std::int64_t{42}) ==
          Status::ok);
  Reader reader(writer.written());
  ValuesRow row;
  REQUIRE(row.read(reader) == Status::ok);
  CHECK(row.hash({0, 1}) == 113319457);
  CHECK(row.hash({0}) == 3655465);
}
