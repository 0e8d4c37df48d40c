#include "values_row.hpp"

#include "java_hash.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace eyewall::worker {

using kryo::ClassId;
using kryo::Status;
using task::Slot;
using task::Type;

namespace {

std::string_view text_of(std::span<const std::uint8_t> bytes) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes as text
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): text as bytes
  return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}

/// Returns the class id of a frame type; null for types without a fixed class.
ClassId class_of(Type type) noexcept {
  switch (type) {
  case Type::boolean:
    return ClassId::boolean;
  case Type::int8:
    return ClassId::int8;
  case Type::int16:
    return ClassId::int16;
  case Type::int32:
    return ClassId::int32;
  case Type::int64:
    return ClassId::int64;
  case Type::float32:
    return ClassId::float32;
  case Type::float64:
    return ClassId::float64;
  case Type::char16:
    return ClassId::char16;
  case Type::string:
    return ClassId::string;
  case Type::bytes:
    return ClassId::bytes;
  case Type::null:
  case Type::kryo:
    break;
  }
  return ClassId::null;
}

/// Appends a value without its class.
Status write_bare(kryo::Writer &writer, const Column &column) {
  switch (column.type) {
  case Type::boolean:
    return writer.write_boolean(column.slot != 0);
  case Type::int8:
    return writer.write_byte(static_cast<std::uint8_t>(column.slot));
  case Type::int16:
  case Type::char16:
    return writer.write_fixed(static_cast<std::uint16_t>(column.slot));
  case Type::int32:
    return writer.write_int(static_cast<std::int32_t>(column.slot));
  case Type::int64:
    return writer.write_long(static_cast<std::int64_t>(column.slot));
  case Type::float32:
    return writer.write_fixed(static_cast<std::uint32_t>(column.slot));
  case Type::float64:
    return writer.write_fixed(column.slot);
  case Type::string:
    return writer.write_text(column.text);
  case Type::bytes:
    return writer.write_bytes(bytes_of(column.text));
  case Type::null:
  case Type::kryo:
    break;
  }
  return Status::bad_value;
}

Status write_simple(kryo::Writer &writer, const std::vector<Column> &columns, bool one_class) {
  EYEWALL_KRYO_TRY(
      writer.write_flag_varint(one_class, static_cast<std::uint32_t>(columns.size() + 1)));
  if (one_class) {
    EYEWALL_KRYO_TRY(writer.write_class(class_of(columns[0].type)));
    EYEWALL_KRYO_TRY(writer.write_boolean(false));
  }
  for (const Column &column : columns) {
    if (!one_class) {
      EYEWALL_KRYO_TRY(writer.write_class(class_of(column.type)));
      if (column.type == Type::null) {
        continue;
      }
    }
    EYEWALL_KRYO_TRY(write_bare(writer, column));
  }
  return Status::ok;
}

kryo::Value value_of(const Column &column) {
  switch (column.type) {
  case Type::null:
    return {};
  case Type::boolean:
    return column.slot != 0;
  case Type::int8:
    return Slot<std::int8_t>::read(column.slot);
  case Type::int16:
    return Slot<std::int16_t>::read(column.slot);
  case Type::int32:
    return Slot<std::int32_t>::read(column.slot);
  case Type::int64:
    return Slot<std::int64_t>::read(column.slot);
  case Type::float32:
    return Slot<float>::read(column.slot);
  case Type::float64:
    return Slot<double>::read(column.slot);
  case Type::char16:
    return Slot<char16_t>::read(column.slot);
  case Type::string:
    return std::string(column.text);
  case Type::bytes:
    return kryo::Bytes(column.text.begin(), column.text.end());
  case Type::kryo:
    break;
  }
  kryo::Reader reader(bytes_of(column.text));
  std::vector<kryo::Value> values;
  if (kryo::read_dynamic_values(reader, values) != Status::ok || values.size() != 1) {
    throw task::BadFrame("a task emitted an object that Kryo cannot read");
  }
  return std::move(values[0]);
}

} // namespace

void ValuesRow::read(const task::FrameView &frame, std::size_t row) {
  const std::size_t count = frame.header().columns;
  columns_.resize(count);
  types_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Type type = frame.type(i);
    const bool has_text = type == Type::string || type == Type::bytes || type == Type::kryo;
    types_[i] = type;
    columns_[i] = {type, has_text ? 0 : frame.slot(row, i),
                   has_text ? frame.text(row, i) : std::string_view()};
  }
}

Status ValuesRow::read_one(kryo::Reader &reader, ClassId id, std::size_t column, bool &simple) {
  Column &into = columns_[column];
  switch (id) {
  case ClassId::null:
    into = {};
    return Status::ok;
  case ClassId::int32: {
    std::int32_t value = 0;
    EYEWALL_KRYO_TRY(reader.read_int(value));
    into = {Type::int32, Slot<std::int32_t>::write(value), {}};
    return Status::ok;
  }
  case ClassId::int64: {
    std::int64_t value = 0;
    EYEWALL_KRYO_TRY(reader.read_long(value));
    into = {Type::int64, Slot<std::int64_t>::write(value), {}};
    return Status::ok;
  }
  case ClassId::string: {
    kryo::Text &text = texts_[column];
    EYEWALL_KRYO_TRY(reader.read_text(text));
    if (text.has_surrogates()) {
      into = {Type::string, 0, owned_texts_.emplace_back(text.to_utf8())};
    } else {
      into = {Type::string, 0, text.view()};
    }
    return Status::ok;
  }
  case ClassId::bytes: {
    std::span<const std::uint8_t> bytes;
    EYEWALL_KRYO_TRY(reader.read_bytes(bytes));
    into = {Type::bytes, 0, text_of(bytes)};
    return Status::ok;
  }
  case ClassId::boolean: {
    bool value = false;
    EYEWALL_KRYO_TRY(reader.read_boolean(value));
    into = {Type::boolean, value ? 1U : 0U, {}};
    return Status::ok;
  }
  case ClassId::int8: {
    std::uint8_t value = 0;
    EYEWALL_KRYO_TRY(reader.read_byte(value));
    into = {Type::int8, Slot<std::int8_t>::write(static_cast<std::int8_t>(value)), {}};
    return Status::ok;
  }
  case ClassId::int16:
  case ClassId::char16: {
    std::uint16_t value = 0;
    EYEWALL_KRYO_TRY(reader.read_fixed(value));
    into =
        id == ClassId::char16
            ? Column{Type::char16, value, {}}
            : Column{Type::int16, Slot<std::int16_t>::write(static_cast<std::int16_t>(value)), {}};
    return Status::ok;
  }
  case ClassId::float32: {
    std::uint32_t value = 0;
    EYEWALL_KRYO_TRY(reader.read_fixed(value));
    into = {Type::float32, value, {}};
    return Status::ok;
  }
  case ClassId::float64: {
    std::uint64_t value = 0;
    EYEWALL_KRYO_TRY(reader.read_fixed(value));
    into = {Type::float64, value, {}};
    return Status::ok;
  }
  default:
    simple = false;
    return Status::ok;
  }
}

Status ValuesRow::read_simple(kryo::Reader &reader, bool &simple) {
  bool one_class = false;
  std::uint32_t plus_one = 0;
  EYEWALL_KRYO_TRY(reader.read_flag_varint(one_class, plus_one));
  if (plus_one == 0) {
    return Status::unexpected_null;
  }
  const std::uint32_t count = plus_one - 1;
  EYEWALL_KRYO_TRY(reader.check_length(count, one_class ? 0 : 1));
  ClassId id = ClassId::null;
  if (one_class && count > 0) {
    bool has_null = false;
    EYEWALL_KRYO_TRY(reader.read_class(id));
    if (id == ClassId::null) {
      simple = false;
      return Status::ok;
    }
    EYEWALL_KRYO_TRY(reader.read_boolean(has_null));
    EYEWALL_KRYO_TRY(reader.check_length(count, 1));
    if (has_null) { // the encoding of null depends on the class
      simple = false;
      return Status::ok;
    }
  }
  columns_.resize(count);
  if (texts_.size() < count) {
    texts_.resize(count);
  }
  for (std::uint32_t i = 0; i < count && simple; ++i) {
    if (!one_class) {
      EYEWALL_KRYO_TRY(reader.read_class(id));
    }
    EYEWALL_KRYO_TRY(read_one(reader, id, i, simple));
  }
  return Status::ok;
}

void ValuesRow::add(kryo::Value &value) {
  std::visit(
      [&](auto &content) {
        using T = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<T, kryo::Null>) {
          columns_.emplace_back();
        } else if constexpr (std::is_same_v<T, std::string>) {
          columns_.push_back({Type::string, 0, owned_texts_.emplace_back(std::move(content))});
        } else if constexpr (std::is_same_v<T, kryo::Bytes>) {
          columns_.push_back({Type::bytes, 0, owned_texts_.emplace_back(text_of(content))});
        } else if constexpr (requires { Slot<T>::write(content); }) {
          columns_.push_back({Slot<T>::type, Slot<T>::write(content), {}});
        } else {
          const std::vector<kryo::Value> one{value};
          kryo::Bytes bytes(kryo::max_dynamic_values_size(one));
          kryo::Writer writer(bytes);
          if (kryo::write_dynamic_values(writer, one) != Status::ok) {
            throw std::logic_error("what was read can't be written");
          }
          columns_.push_back({Type::kryo, 0, owned_texts_.emplace_back(text_of(writer.written()))});
        }
      },
      value.content());
}

Status ValuesRow::read(kryo::Reader &reader) {
  columns_.clear();
  owned_texts_.clear();
  bool simple = true;
  const kryo::Reader begin = reader;
  EYEWALL_KRYO_TRY(read_simple(reader, simple));
  if (!simple) {
    reader = begin;
    std::vector<kryo::Value> values;
    EYEWALL_KRYO_TRY(kryo::read_dynamic_values(reader, values));
    columns_.clear();
    for (kryo::Value &value : values) {
      add(value);
    }
  }
  types_.resize(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    types_[i] = columns_[i].type;
  }
  return reader.expect_end();
}

Status ValuesRow::append_to(std::vector<std::uint8_t> &to) const {
  bool simple = true;
  bool has_null = false;
  bool one_class = !columns_.empty();
  std::size_t room = 16;
  for (const Column &column : columns_) {
    simple = simple && column.type != Type::kryo;
    has_null = has_null || column.type == Type::null;
    one_class = one_class && column.type == columns_[0].type;
    room += 16 + kryo::max_text_size(column.text);
  }
  const std::size_t begin = to.size();
  Status status = Status::ok;
  // Null values may leave one common class, which Kryo writes differently: rare, so the slow path.
  if (simple && !has_null) {
    to.resize(begin + room);
    kryo::Writer writer{std::span(to).subspan(begin)};
    status = write_simple(writer, columns_, one_class);
    to.resize(begin + writer.size());
    return status;
  }
  std::vector<kryo::Value> values;
  values.reserve(columns_.size());
  for (const Column &column : columns_) {
    values.push_back(value_of(column));
  }
  to.resize(begin + kryo::max_dynamic_values_size(values));
  kryo::Writer writer{std::span(to).subspan(begin)};
  status = kryo::write_dynamic_values(writer, values);
  to.resize(begin + writer.size());
  return status;
}

void ValuesRow::append_to(task::FrameWriter &writer) const {
  for (const Column &column : columns_) {
    if (column.type == Type::string || column.type == Type::bytes || column.type == Type::kryo) {
      writer.text(column.text);
    } else {
      writer.slot(column.slot);
    }
  }
}

std::int32_t ValuesRow::hash(const std::vector<std::size_t> &of) const {
  std::uint32_t hash = 1;
  for (const std::size_t column : of) {
    const Column &value = columns_.at(column);
    hash = 31 * hash + static_cast<std::uint32_t>(value.type == Type::string
                                                      ? java_hash(value.text)
                                                      : java_hash(value_of(value)));
  }
  return static_cast<std::int32_t>(hash);
}

} // namespace eyewall::worker
