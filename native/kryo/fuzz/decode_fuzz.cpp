// Any bytes, by every decoder. What is accepted must be written again within its upper bound, to
// bytes that mean the same; memory is bounded by libFuzzer's limit.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <eyewall/kryo/kryo.hpp>

#include "fuzz.hpp"

namespace {

using namespace eyewall::kryo;
using eyewall::fuzz::require;

const Registry &registry() {
  static const Registry filled = [] {
    using enum ClassId;
    Registry made;
    made.add(first_user, RecordLayout::of("Nothing", {}));
    made.add(ClassId{0x19}, RecordLayout::of("Lists", {{"ints", FieldType::list(int32)},
                                                       {"texts", FieldType::list(string)},
                                                       {"none", FieldType::list(first_user)},
                                                       {"map", FieldType::map(null, int64)},
                                                       {"self", FieldType::object()}}));
    return made;
  }();
  return filled;
}

std::vector<std::uint8_t> encoded(const std::vector<Value> &values) {
  std::vector<std::uint8_t> bytes(max_dynamic_values_size(values, &registry()));
  Writer writer(bytes, &registry());
  require(write_dynamic_values(writer, values) == Status::ok);
  bytes.resize(writer.size());
  return bytes;
}

void dynamic(std::span<const std::uint8_t> data) {
  Reader reader(data, &registry());
  std::vector<Value> values;
  if (read_dynamic_values(reader, values) != Status::ok) {
    return;
  }
  require(reader.position() + reader.remaining() == data.size());
  const auto first = encoded(values);
  Reader again(first, &registry());
  std::vector<Value> same;
  require(read_dynamic_values(again, same) == Status::ok);
  require(again.remaining() == 0);
  require(encoded(same) == first);
}

template <class... Ts> void schema(std::span<const std::uint8_t> data) {
  typename Schema<Ts...>::Tuple tuple;
  Reader reader(data, &registry());
  if (Schema<Ts...>::read(reader, tuple) != Status::ok) {
    return;
  }
  std::vector<std::uint8_t> bytes(Schema<Ts...>::max_size(tuple));
  Writer writer(bytes, &registry());
  require(Schema<Ts...>::write(writer, tuple) == Status::ok);
  Reader again(writer.written(), &registry());
  typename Schema<Ts...>::Tuple same;
  require(Schema<Ts...>::read(again, same) == Status::ok);
  require(again.remaining() == 0);
}

void header(std::span<const std::uint8_t> data) {
  Reader reader(data);
  TupleHeader header;
  Text text;
  std::int64_t number = 0;
  if (read_tuple_header(reader, header) == Status::ok &&
      read_values(reader, text, number) == Status::ok) {
    require(text.to_utf8().size() <= data.size());
  }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  dynamic(bytes);
  header(bytes);
  schema<std::string, std::int64_t>(bytes);
  schema<std::string>(bytes);
  schema<std::optional<std::string>, std::optional<std::int32_t>, std::optional<Bytes>>(bytes);
  schema<std::int32_t, std::string, float, bool, std::int8_t, char16_t, std::int16_t, std::int64_t,
         double, Bytes>(bytes);
  schema<std::vector<std::optional<std::string>>>(bytes);
  schema<std::vector<std::vector<std::int32_t>>, std::set<std::string>>(bytes);
  schema<std::map<std::int32_t, double>>(bytes);
  schema<std::unordered_map<std::string, std::vector<std::int64_t>>, Value>(bytes);
  return 0;
}
