// Objects preceded by their classes, and nulls: the layer between Adapters and bytes.
//
//   class and value        varint class, value; null is class 00
//   value or null          for serializers that accept null: value, or 00 (string: 80)
//                          for all others: 01 value, or 00
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <eyewall/kryo/adapter.hpp>

namespace eyewall::kryo {

/// Returns the class that will be written for a value; ClassId::null for an empty optional.
template <class T> [[nodiscard]] constexpr ClassId class_of(const T &value) {
  if constexpr (is_optional<T>) {
    return value.has_value() ? class_of(*value) : ClassId::null;
  } else if constexpr (FixedClass<T>) {
    return Adapter<T>::class_id;
  } else {
    return Adapter<T>::class_of(value);
  }
}

namespace detail {

constexpr std::uint8_t null_byte(ClassId id) noexcept { return id == ClassId::string ? 0x80 : 0; }

template <class T> Status accept_class(ClassId id) {
  if constexpr (FixedClass<T>) {
    return id == Adapter<T>::class_id ? Status::ok : Status::unexpected_class;
  } else {
    return Adapter<T>::is_class(id) ? Status::ok : Status::unexpected_class;
  }
}

/// Returns whether the class's serializer accepts null. Adapters of dynamic values, where that
/// depends on the class, have a function instead of a constant.
template <class T> bool accepts_null(const Reader &reader, ClassId id) {
  if constexpr (requires { Adapter<T>::class_accepts_null(reader, id); }) {
    return Adapter<T>::class_accepts_null(reader, id);
  } else {
    return Adapter<T>::accepts_null;
  }
}

template <class T> bool accepts_null(const Writer &writer, const T &value) {
  if constexpr (requires { Adapter<T>::value_accepts_null(writer, value); }) {
    return Adapter<T>::value_accepts_null(writer, value);
  } else {
    return Adapter<T>::accepts_null;
  }
}

/// Sets `value` to null if its type has a null.
template <class T> Status set_null(T &value) {
  if constexpr (is_optional<T>) {
    value.reset();
    return Status::ok;
  } else if constexpr (requires { Adapter<T>::set_null(value); }) {
    Adapter<T>::set_null(value);
    return Status::ok;
  } else {
    return Status::unexpected_null;
  }
}

template <class T> Status read_value(Reader &reader, ClassId id, T &value) {
  if constexpr (is_optional<T>) {
    return read_value(reader, id, value.has_value() ? *value : value.emplace());
  } else {
    return Adapter<T>::read(reader, id, value);
  }
}

template <class T> Status write_value(Writer &writer, const T &value) {
  if constexpr (is_optional<T>) {
    return write_value(writer, *value);
  } else {
    return Adapter<T>::write(writer, value);
  }
}

/// Reads what Kryo's writeObjectOrNull writes.
template <class T> Status read_value_or_null(Reader &reader, ClassId id, T &value) {
  std::uint8_t first = 0;
  EYEWALL_KRYO_TRY(reader.peek(first));
  if (accepts_null<typename OptionalOf<T>::Type>(reader, id)) {
    if (first == null_byte(id)) {
      EYEWALL_KRYO_TRY(reader.read_byte(first));
      return set_null(value);
    }
  } else {
    EYEWALL_KRYO_TRY(reader.read_byte(first));
    if (first == 0) {
      return set_null(value);
    }
  }
  return read_value(reader, id, value);
}

/// Writes as Kryo's writeObjectOrNull; `id` is the class that the value has, or would have if it is
/// null.
template <class T> Status write_value_or_null(Writer &writer, ClassId id, const T &value) {
  if (class_of(value) == ClassId::null) {
    return writer.write_byte(null_byte(id));
  }
  if constexpr (is_optional<T>) {
    return write_value_or_null(writer, id, *value);
  } else {
    if (!accepts_null(writer, value)) {
      EYEWALL_KRYO_TRY(writer.write_byte(1));
    }
    return Adapter<T>::write(writer, value);
  }
}

/// Returns an upper bound of the size with the class and the null mark.
template <class T> std::size_t max_object_size(const T &value) {
  if constexpr (is_optional<T>) {
    return value.has_value() ? max_object_size(*value) : 5;
  } else if constexpr (FixedClass<T>) {
    constexpr std::size_t mark = 1;
    return bits::varint_size(static_cast<std::uint32_t>(Adapter<T>::class_id)) + mark +
           Adapter<T>::max_size(value);
  } else {
    return 6 + Adapter<T>::max_size(value);
  }
}

} // namespace detail

/// Reads what Kryo's writeClassAndObject writes.
template <class T>
requires Readable<typename OptionalOf<T>::Type> Status read_object(Reader &reader, T &value) {
  ClassId id{};
  EYEWALL_KRYO_TRY(reader.read_class(id));
  if (id == ClassId::null) [[unlikely]] {
    return detail::set_null(value);
  }
  EYEWALL_KRYO_TRY(detail::accept_class<typename OptionalOf<T>::Type>(id));
  return detail::read_value(reader, id, value);
}

/// Writes as Kryo's writeClassAndObject.
template <class T>
requires Writable<typename OptionalOf<T>::Type> Status write_object(Writer &writer,
                                                                    const T &value) {
  const ClassId id = class_of(value);
  EYEWALL_KRYO_TRY(writer.write_class(id));
  return id == ClassId::null ? Status::ok : detail::write_value(writer, value);
}

/// Returns an upper bound of the bytes that write_object() writes.
template <class T> [[nodiscard]] std::size_t max_object_size(const T &value) {
  return detail::max_object_size(value);
}

} // namespace eyewall::kryo
