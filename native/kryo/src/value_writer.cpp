#include <eyewall/kryo/value.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <eyewall/kryo/object.hpp>
#include <eyewall/kryo/record.hpp>
#include <eyewall/kryo/values.hpp>

#include "value_kind.hpp"

namespace eyewall::kryo {

bool operator==(const List &a, const List &b) { return a.type == b.type && a.items == b.items; }

bool operator==(const Map &a, const Map &b) { return a.entries == b.entries; }

bool operator==(const Record &a, const Record &b) {
  return a.type == b.type && a.fields == b.fields;
}

ClassId Value::type() const noexcept {
  // In the order of Variant.
  constexpr std::array<ClassId, 12> plain{ClassId::null,    ClassId::int32,   ClassId::string,
                                          ClassId::float32, ClassId::boolean, ClassId::int8,
                                          ClassId::char16,  ClassId::int16,   ClassId::int64,
                                          ClassId::float64, ClassId::bytes,   ClassId::big_integer};
  if (content_.index() < plain.size()) {
    return plain[content_.index()];
  }
  if (const auto *list = get_if<List>()) {
    return list->type;
  }
  if (const auto *record = get_if<Record>()) {
    return record->type;
  }
  return ClassId::hash_map;
}

namespace {

const Registry &registry_of(const Writer &writer) {
  return writer.registry() == nullptr ? Registry::storm() : *writer.registry();
}

Status write_object_or_null(Writer &writer, ClassId id, const Value &value) {
  return detail::write_value_or_null(writer, id, value);
}

detail::CommonClass common_class(const std::vector<Value> &items) {
  detail::CommonClass common;
  for (const Value &item : items) {
    common.add(item.type());
    if (common.is_mixed) {
      break;
    }
  }
  return common;
}

Status write_of_class(Writer &writer, ClassId id, bool has_null, const std::vector<Value> &items) {
  for (const Value &item : items) {
    EYEWALL_KRYO_TRY(has_null ? write_object_or_null(writer, id, item)
                              : Adapter<Value>::write(writer, item));
  }
  return Status::ok;
}

/// Writes as Kryo's CollectionSerializer without a declared class of the elements.
Status write_items(Writer &writer, const std::vector<Value> &items) {
  if (items.size() > max_length) {
    return Status::bad_length;
  }
  if (items.empty()) {
    return writer.write_byte(1);
  }
  const detail::CommonClass common = common_class(items);
  EYEWALL_KRYO_TRY(
      writer.write_flag_varint(!common.is_mixed, static_cast<std::uint32_t>(items.size() + 1)));
  if (common.is_mixed) {
    for (const Value &item : items) {
      EYEWALL_KRYO_TRY(write_object(writer, item));
    }
    return Status::ok;
  }
  EYEWALL_KRYO_TRY(writer.write_class(common.id));
  if (common.id == ClassId::null) {
    return Status::ok;
  }
  EYEWALL_KRYO_TRY(writer.write_boolean(common.has_null));
  return write_of_class(writer, common.id, common.has_null, items);
}

Status write_list(Writer &writer, const List &list) {
  return is_list(list.type) ? write_items(writer, list.items) : Status::bad_value;
}

/// Writes a key or value of a map: of a declared final class, or with its class.
Status write_declared(Writer &writer, ClassId id, const Value &value) {
  if (id == ClassId::null) {
    return write_object(writer, value);
  }
  if (!value.is_null() && value.type() != id) {
    return Status::bad_value;
  }
  return write_object_or_null(writer, id, value);
}

Status write_map(Writer &writer, ClassId key, ClassId mapped, const Map &map) {
  if (map.entries.size() > max_length) {
    return Status::bad_length;
  }
  EYEWALL_KRYO_TRY(writer.write_varint(static_cast<std::uint32_t>(map.entries.size() + 1)));
  for (const Entry &entry : map.entries) {
    EYEWALL_KRYO_TRY(write_declared(writer, key, entry.key));
    EYEWALL_KRYO_TRY(write_declared(writer, mapped, entry.value));
  }
  return Status::ok;
}

Status write_list_field(Writer &writer, ClassId element, const Value &value) {
  if (value.is_null()) {
    return writer.write_class(ClassId::null);
  }
  const auto *list = value.get_if<List>();
  if (list == nullptr || !is_list(list->type) || list->items.size() > max_length) {
    return Status::bad_value;
  }
  bool has_null = false;
  for (const Value &item : list->items) {
    if (!item.is_null() && item.type() != element) {
      return Status::bad_value;
    }
    has_null |= item.is_null();
  }
  EYEWALL_KRYO_TRY(writer.write_class(list->type));
  EYEWALL_KRYO_TRY(
      writer.write_flag_varint(has_null, static_cast<std::uint32_t>(list->items.size() + 1)));
  return write_of_class(writer, element, has_null, list->items);
}

Status write_map_field(Writer &writer, const FieldType &type, const Value &value) {
  if (value.is_null()) {
    return writer.write_class(ClassId::null);
  }
  const auto *map = value.get_if<Map>();
  if (map == nullptr) {
    return Status::bad_value;
  }
  EYEWALL_KRYO_TRY(writer.write_class(ClassId::hash_map));
  return write_map(writer, type.element, type.mapped, *map);
}

Status write_field(Writer &writer, const FieldType &type, const Value &value) {
  switch (type.form) {
  case FieldType::Form::primitive:
    return value.type() == type.element ? Adapter<Value>::write(writer, value) : Status::bad_value;
  case FieldType::Form::final_class:
    return write_declared(writer, type.element, value);
  case FieldType::Form::object:
    return write_object(writer, value);
  case FieldType::Form::list:
    return write_list_field(writer, type.element, value);
  case FieldType::Form::map:
    return write_map_field(writer, type, value);
  }
  return Status::bad_value;
}

Status write_record(Writer &writer, const Record &record) {
  const Registry &registry = registry_of(writer);
  if (const RecordCodec *codec = registry.codec(record.type)) {
    return codec->write(writer, record);
  }
  const RecordLayout *layout = registry.layout(record.type);
  if (layout == nullptr) {
    return Status::unknown_class;
  }
  if (record.fields.size() != layout->fields.size()) {
    return Status::bad_value;
  }
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    EYEWALL_KRYO_TRY(write_field(writer, layout->fields[i].type, record.fields[i]));
  }
  return Status::ok;
}

template <class T> Status write_content(Writer &writer, const T &content) {
  if constexpr (std::is_same_v<T, Null>) {
    return Status::unexpected_null;
  } else if constexpr (std::is_same_v<T, BigInteger>) {
    return content.bytes.empty() ? Status::bad_value : writer.write_bytes(content.bytes);
  } else if constexpr (std::is_same_v<T, List>) {
    return write_list(writer, content);
  } else if constexpr (std::is_same_v<T, Map>) {
    return write_map(writer, ClassId::null, ClassId::null, content);
  } else if constexpr (std::is_same_v<T, Record>) {
    return write_record(writer, content);
  } else {
    return Adapter<T>::write(writer, content);
  }
}

// Upper bound of class, null mark and value of each element.
std::size_t max_items_size(const std::vector<Value> &items, const Registry &registry) {
  std::size_t size = 5 + 5 + 1;
  for (const Value &item : items) {
    size += 6 + max_size(item, registry);
  }
  return size;
}

template <class T> std::size_t max_content_size(const T &content, const Registry &registry) {
  if constexpr (std::is_same_v<T, Null>) {
    return 1;
  } else if constexpr (std::is_same_v<T, BigInteger>) {
    return 5 + content.bytes.size();
  } else if constexpr (std::is_same_v<T, List>) {
    return max_items_size(content.items, registry);
  } else if constexpr (std::is_same_v<T, Map>) {
    std::size_t size = 5;
    for (const Entry &entry : content.entries) {
      size += 12 + max_size(entry.key, registry) + max_size(entry.value, registry);
    }
    return size;
  } else if constexpr (std::is_same_v<T, Record>) {
    const RecordCodec *codec = registry.codec(content.type);
    return codec == nullptr ? max_items_size(content.fields, registry) : codec->max_size(content);
  } else {
    return Adapter<T>::max_size(content);
  }
}

} // namespace

bool Adapter<Value>::value_accepts_null(const Writer &writer, const Value &value) noexcept {
  return accepts_null(registry_of(writer), value.type());
}

std::size_t max_size(const Value &value, const Registry &registry) {
  return std::visit([&](const auto &content) { return max_content_size(content, registry); },
                    value.content());
}

std::size_t Adapter<Value>::max_size(const Value &value) {
  return kryo::max_size(value, Registry::storm());
}

Status Adapter<Value>::write(Writer &writer, const Value &value) {
  const auto write = [&](const auto &content) { return write_content(writer, content); };
  // The limits of reading apply here, too, so that every tuple that was read can be sent on.
  if (value.get_if<List>() == nullptr && value.get_if<Map>() == nullptr &&
      value.get_if<Record>() == nullptr) {
    return std::visit(write, value.content());
  }
  EYEWALL_KRYO_TRY(writer.enter());
  const Status status = std::visit(write, value.content());
  writer.leave();
  return status;
}

Status write_dynamic_values(Writer &writer, const std::vector<Value> &values) {
  const std::size_t before = writer.size();
  const Status status = write_items(writer, values);
  if (status != Status::ok) {
    writer.truncate(before);
  }
  return status;
}

std::size_t max_dynamic_values_size(const std::vector<Value> &values, const Registry *registry) {
  return max_items_size(values, registry == nullptr ? Registry::storm() : *registry);
}

} // namespace eyewall::kryo
