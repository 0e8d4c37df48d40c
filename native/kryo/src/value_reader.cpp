#include <eyewall/kryo/value.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <eyewall/kryo/object.hpp>
#include <eyewall/kryo/record.hpp>

#include "value_kind.hpp"

namespace eyewall::kryo {

namespace {

// Most elements to reserve before reading, because a large length costs an attacker nothing.
constexpr std::uint32_t reserved_at_once = 64;

Status read_object_or_null(Reader &reader, ClassId id, Value &value) {
  return detail::read_value_or_null(reader, id, value);
}

const Registry &registry_of(const Reader &reader) {
  return reader.registry() == nullptr ? Registry::storm() : *reader.registry();
}

/// Reads elements of a known class; with `has_null` each may be null.
Status read_of_class(Reader &reader, ClassId id, bool has_null, std::uint32_t count,
                     std::vector<Value> &items) {
  const std::uint32_t least = has_null ? 1 : min_size(registry_of(reader), id);
  EYEWALL_KRYO_TRY(reader.check_length(count, least));
  if (least == 0) {
    EYEWALL_KRYO_TRY(reader.take_empty_elements(count));
  }
  items.reserve(std::min(count, reserved_at_once));
  for (std::uint32_t i = 0; i < count; ++i) {
    Value &item = items.emplace_back();
    EYEWALL_KRYO_TRY(has_null ? read_object_or_null(reader, id, item)
                              : Adapter<Value>::read(reader, id, item));
  }
  return Status::ok;
}

Status read_mixed(Reader &reader, std::uint32_t count, std::vector<Value> &items) {
  EYEWALL_KRYO_TRY(reader.check_length(count, 1));
  items.reserve(std::min(count, reserved_at_once));
  for (std::uint32_t i = 0; i < count; ++i) {
    EYEWALL_KRYO_TRY(read_object(reader, items.emplace_back()));
  }
  return Status::ok;
}

/// Reads as Kryo's CollectionSerializer without a declared class of the elements.
Status read_items(Reader &reader, std::vector<Value> &items) {
  items.clear();
  bool one_class = false;
  std::uint32_t plus_one = 0;
  EYEWALL_KRYO_TRY(reader.read_flag_varint(one_class, plus_one));
  if (plus_one == 0) {
    return Status::unexpected_null;
  }
  const std::uint32_t count = plus_one - 1;
  if (count == 0) {
    return Status::ok;
  }
  if (!one_class) {
    return read_mixed(reader, count, items);
  }
  ClassId id{};
  EYEWALL_KRYO_TRY(reader.read_class(id));
  if (id == ClassId::null) {
    EYEWALL_KRYO_TRY(reader.take_empty_elements(count));
    items.resize(count);
    return Status::ok;
  }
  bool has_null = false;
  EYEWALL_KRYO_TRY(reader.read_boolean(has_null));
  return read_of_class(reader, id, has_null, count, items);
}

Status read_list(Reader &reader, ClassId id, Value &value) {
  EYEWALL_KRYO_TRY(reader.enter());
  List list{id, {}};
  EYEWALL_KRYO_TRY(read_items(reader, list.items));
  value = std::move(list);
  reader.leave();
  return Status::ok;
}

/// Reads a key or value of a map: of a declared final class, or with its class.
Status read_declared(Reader &reader, ClassId id, Value &value) {
  return id == ClassId::null ? read_object(reader, value) : read_object_or_null(reader, id, value);
}

Status read_map(Reader &reader, ClassId key, ClassId mapped, Value &value) {
  EYEWALL_KRYO_TRY(reader.enter());
  std::uint32_t count = 0;
  bool is_null = false;
  EYEWALL_KRYO_TRY(reader.read_length(count, is_null, 2));
  if (is_null) {
    return Status::unexpected_null;
  }
  Map map;
  map.entries.reserve(std::min(count, reserved_at_once));
  for (std::uint32_t i = 0; i < count; ++i) {
    Entry &entry = map.entries.emplace_back();
    EYEWALL_KRYO_TRY(read_declared(reader, key, entry.key));
    EYEWALL_KRYO_TRY(read_declared(reader, mapped, entry.value));
  }
  value = std::move(map);
  reader.leave();
  return Status::ok;
}

/// Reads a field with a collection whose elements' class is declared.
Status read_list_field(Reader &reader, ClassId element, Value &value) {
  ClassId id{};
  EYEWALL_KRYO_TRY(reader.read_class(id));
  if (id == ClassId::null) {
    value = Value();
    return Status::ok;
  }
  if (!is_list(id)) {
    return Status::unexpected_class;
  }
  EYEWALL_KRYO_TRY(reader.enter());
  bool has_null = false;
  std::uint32_t plus_one = 0;
  EYEWALL_KRYO_TRY(reader.read_flag_varint(has_null, plus_one));
  if (plus_one == 0) {
    return Status::unexpected_null;
  }
  List list{id, {}};
  EYEWALL_KRYO_TRY(read_of_class(reader, element, has_null, plus_one - 1, list.items));
  value = std::move(list);
  reader.leave();
  return Status::ok;
}

Status read_map_field(Reader &reader, const FieldType &type, Value &value) {
  bool is_null = false;
  EYEWALL_KRYO_TRY(reader.read_class(ClassId::hash_map, is_null));
  if (is_null) {
    value = Value();
    return Status::ok;
  }
  return read_map(reader, type.element, type.mapped, value);
}

Status read_field(Reader &reader, const FieldType &type, Value &value) {
  switch (type.form) {
  case FieldType::Form::primitive:
    return Adapter<Value>::read(reader, type.element, value);
  case FieldType::Form::final_class:
    return read_object_or_null(reader, type.element, value);
  case FieldType::Form::object:
    return read_object(reader, value);
  case FieldType::Form::list:
    return read_list_field(reader, type.element, value);
  case FieldType::Form::map:
    return read_map_field(reader, type, value);
  }
  return Status::bad_value;
}

Status read_record(Reader &reader, ClassId id, Value &value) {
  const Registry &registry = registry_of(reader);
  EYEWALL_KRYO_TRY(reader.enter());
  Record record{id, {}};
  if (const RecordLayout *layout = registry.layout(id)) {
    record.fields.resize(layout->fields.size());
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
      EYEWALL_KRYO_TRY(read_field(reader, layout->fields[i].type, record.fields[i]));
    }
  } else if (const RecordCodec *codec = registry.codec(id)) {
    EYEWALL_KRYO_TRY(codec->read(reader, record));
  } else {
    return Status::unknown_class;
  }
  value = std::move(record);
  reader.leave();
  return Status::ok;
}

template <class T> Status read_plain(Reader &reader, ClassId id, Value &value) {
  T content{};
  EYEWALL_KRYO_TRY(Adapter<T>::read(reader, id, content));
  value = std::move(content);
  return Status::ok;
}

Status read_big_integer(Reader &reader, Value &value) {
  std::span<const std::uint8_t> bytes;
  EYEWALL_KRYO_TRY(reader.read_bytes(bytes));
  if (bytes.empty()) {
    return Status::bad_length;
  }
  value = BigInteger{Bytes(bytes.begin(), bytes.end())};
  return Status::ok;
}

} // namespace

bool Adapter<Value>::class_accepts_null(const Reader &reader, ClassId id) noexcept {
  return accepts_null(registry_of(reader), id);
}

Status Adapter<Value>::read(Reader &reader, ClassId id, Value &value) {
  switch (id) {
  case ClassId::null:
  case ClassId::by_name:
    return Status::unknown_class;
  case ClassId::int32:
    return read_plain<std::int32_t>(reader, id, value);
  case ClassId::string:
    return read_plain<std::string>(reader, id, value);
  case ClassId::float32:
    return read_plain<float>(reader, id, value);
  case ClassId::boolean:
    return read_plain<bool>(reader, id, value);
  case ClassId::int8:
    return read_plain<std::int8_t>(reader, id, value);
  case ClassId::char16:
    return read_plain<char16_t>(reader, id, value);
  case ClassId::int16:
    return read_plain<std::int16_t>(reader, id, value);
  case ClassId::int64:
    return read_plain<std::int64_t>(reader, id, value);
  case ClassId::float64:
    return read_plain<double>(reader, id, value);
  case ClassId::bytes:
    return read_plain<Bytes>(reader, id, value);
  case ClassId::big_integer:
    return read_big_integer(reader, value);
  case ClassId::list_delegate:
  case ClassId::array_list:
  case ClassId::hash_set:
  case ClassId::values:
  case ClassId::cons_list:
    return read_list(reader, id, value);
  case ClassId::hash_map:
    return read_map(reader, ClassId::null, ClassId::null, value);
  case ClassId::transaction_attempt:
  case ClassId::data_point:
  case ClassId::task_info:
  case ClassId::back_pressure_status:
  case ClassId::node_info:
  case ClassId::first_user:
    break;
  }
  return read_record(reader, id, value);
}

Status read_dynamic_values(Reader &reader, std::vector<Value> &values) {
  return read_items(reader, values);
}

} // namespace eyewall::kryo
