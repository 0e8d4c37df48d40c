// The values of a tuple whose types are known at compile time.
//
// A tuple's values are the body of Storm's ListDelegate:
//
//   mixed       varint(n + 1), n x class and value
//   one class   flag varint(80, n + 1), class, boolean some are null, n x value (or null)
//   all null    flag varint(80, n + 1), 00
//   empty       01
//
// Golden files: values.golden, and the payloads of tuples.golden.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include <eyewall/kryo/object.hpp>
#include <eyewall/kryo/quick.hpp>

namespace eyewall::kryo {

namespace detail {

template <class... Ts> constexpr bool all_fixed = ((!is_optional<Ts> && FixedClass<Ts>)&&...);

template <class First, class... Rest> constexpr bool one_class_of() {
  return ((Adapter<First>::class_id == Adapter<Rest>::class_id) && ...);
}

/// Returns whether non-null values of these types always have the same class.
template <class... Ts> constexpr bool one_class() {
  if constexpr (sizeof...(Ts) == 0 || !all_fixed<Ts...>) {
    return false;
  } else {
    return one_class_of<Ts...>();
  }
}

/// Accumulates whether elements have the same class, and whether there are nulls among them.
struct CommonClass {
  ClassId id = ClassId::null; // null if all are null
  bool has_null = false;
  bool is_mixed = false;

  constexpr void add(ClassId element) noexcept {
    if (element == ClassId::null) {
      has_null = true;
    } else if (id == ClassId::null) {
      id = element;
    } else if (id != element) {
      is_mixed = true;
    }
  }
};

/// Reads one of several values whose common class is `id`. A null value may have another declared
/// class.
template <class T> Status read_of_one_class(Reader &reader, ClassId id, bool has_null, T &value) {
  if (has_null) [[unlikely]] {
    std::uint8_t first = 0;
    EYEWALL_KRYO_TRY(reader.peek(first));
    if (first == null_byte(id)) {
      EYEWALL_KRYO_TRY(reader.read_byte(first));
      return set_null(value);
    }
  }
  EYEWALL_KRYO_TRY(accept_class<typename OptionalOf<T>::Type>(id));
  return has_null ? read_value_or_null(reader, id, value) : read_value(reader, id, value);
}

// Runs steps until one fails; returns its status, or ok.
template <class... Steps> Status in_turn(Steps &&...steps) {
  Status status = Status::ok;
  static_cast<void>((((status = steps()) == Status::ok) && ...));
  return status;
}

template <class... Ts> Status write_values(Writer &writer, const Ts &...values) {
  constexpr std::uint32_t plus_one = sizeof...(Ts) + 1;
  if constexpr (sizeof...(Ts) == 0) {
    return writer.write_byte(1);
  } else if constexpr (all_fixed<Ts...> && one_class<Ts...>()) {
    constexpr ClassId id = std::get<0>(std::tuple{Adapter<Ts>::class_id...});
    EYEWALL_KRYO_TRY(writer.write_flag_varint(true, plus_one));
    EYEWALL_KRYO_TRY(writer.write_class(id));
    EYEWALL_KRYO_TRY(writer.write_boolean(false));
    return in_turn([&] { return write_value(writer, values); }...);
  } else if constexpr (all_fixed<Ts...>) {
    EYEWALL_KRYO_TRY(writer.write_flag_varint(false, plus_one));
    return in_turn([&] { return write_object(writer, values); }...);
  } else {
    CommonClass common;
    (common.add(class_of(values)), ...);
    EYEWALL_KRYO_TRY(writer.write_flag_varint(!common.is_mixed, plus_one));
    if (common.is_mixed) {
      return in_turn([&] { return write_object(writer, values); }...);
    }
    EYEWALL_KRYO_TRY(writer.write_class(common.id));
    if (common.id == ClassId::null) {
      return Status::ok;
    }
    EYEWALL_KRYO_TRY(writer.write_boolean(common.has_null));
    return in_turn([&] {
      return common.has_null ? write_value_or_null(writer, common.id, values)
                             : write_value(writer, values);
    }...);
  }
}

/// Writes on the fast path; returns false if a value needs the slow path or room may be short.
template <class... Ts>
[[gnu::always_inline]] inline bool write_quickly(Writer &writer, const Ts &...values) {
  std::uint8_t *to = writer.room_for(quick_values_size<Ts...>);
  if (to == nullptr) [[unlikely]] {
    return false;
  }
  constexpr auto plus_one = static_cast<std::uint8_t>(sizeof...(Ts) + 1);
  bool usual = true;
  if constexpr (one_class<Ts...>()) {
    *to++ = 0x80U | plus_one;
    *to++ = static_cast<std::uint8_t>(std::get<0>(std::tuple{Adapter<Ts>::class_id...}));
    *to++ = 0;
    usual = (put(to, values) && ...);
  } else {
    *to++ = plus_one;
    usual = ((*to++ = static_cast<std::uint8_t>(Adapter<Ts>::class_id), put(to, values)) && ...);
  }
  if (usual) [[likely]] {
    writer.take_until(to);
  }
  return usual;
}

/// Reads on the fast path; returns false, with the reader's position unspecified, if anything
/// deviates from the schema or is null.
template <class... Ts>
[[gnu::always_inline]] inline bool read_quickly(Reader &reader, Ts &...values) {
  constexpr auto plus_one = static_cast<std::uint8_t>(sizeof...(Ts) + 1);
  if constexpr (one_class<Ts...>()) {
    constexpr ClassId id = std::get<0>(std::tuple{Adapter<Ts>::class_id...});
    return reader.take(0x80U | plus_one) && reader.take(static_cast<std::uint8_t>(id)) &&
           reader.take(0) && ((Adapter<Ts>::read(reader, id, values) == Status::ok) && ...);
  } else {
    return reader.take(plus_one) &&
           ((reader.take(static_cast<std::uint8_t>(Adapter<Ts>::class_id)) &&
             Adapter<Ts>::read(reader, Adapter<Ts>::class_id, values) == Status::ok) &&
            ...);
  }
}

/// Returns whether all types have a fixed class whose id takes one byte.
template <class... Ts> constexpr bool one_byte_classes() {
  if constexpr (sizeof...(Ts) > 0 && sizeof...(Ts) < 0x3f && all_fixed<Ts...>) {
    return ((static_cast<std::uint32_t>(Adapter<Ts>::class_id) < 0x80U) && ...);
  } else {
    return false;
  }
}

/// Slow path of read_values().
template <class... Ts> [[gnu::noinline]] Status read_any(Reader &reader, Ts &...values) {
  bool one_class = false;
  std::uint32_t plus_one = 0;
  EYEWALL_KRYO_TRY(reader.read_flag_varint(one_class, plus_one));
  if (plus_one != sizeof...(Ts) + 1) [[unlikely]] {
    return plus_one == 0 ? Status::unexpected_null : Status::wrong_arity;
  }
  if constexpr (sizeof...(Ts) == 0) {
    return Status::ok;
  } else {
    if (!one_class) {
      return in_turn([&] { return read_object(reader, values); }...);
    }
    ClassId id{};
    EYEWALL_KRYO_TRY(reader.read_class(id));
    if (id == ClassId::null) [[unlikely]] {
      return in_turn([&] { return set_null(values); }...);
    }
    bool has_null = false;
    EYEWALL_KRYO_TRY(reader.read_boolean(has_null));
    return in_turn([&] { return read_of_one_class(reader, id, has_null, values); }...);
  }
}

/// Slow path of write_values(); writes all values or nothing.
template <class... Ts> [[gnu::noinline]] Status write_any(Writer &writer, const Ts &...values) {
  const std::size_t before = writer.size();
  const Status status = detail::write_values(writer, values...);
  if (status != Status::ok) [[unlikely]] {
    writer.truncate(before);
  }
  return status;
}

} // namespace detail

/// Reads the values of one tuple, whose number and classes must match these types.
template <class... Ts>
[[gnu::always_inline]] inline Status read_values(Reader &reader, Ts &...values) {
  if constexpr (detail::one_byte_classes<Ts...>()) {
    const Reader begin = reader;
    if (detail::read_quickly(reader, values...)) [[likely]] {
      return Status::ok;
    }
    reader = begin;
  }
  return detail::read_any(reader, values...);
}

/// Writes all values of one tuple, or nothing.
template <class... Ts>
[[gnu::always_inline]] inline Status write_values(Writer &writer, const Ts &...values) {
  if constexpr (detail::all_quick<Ts...>) {
    if (detail::write_quickly(writer, values...)) [[likely]] {
      return Status::ok;
    }
  }
  return detail::write_any(writer, values...);
}

/// Returns an upper bound of the bytes that write_values() writes.
template <class... Ts> [[nodiscard]] std::size_t max_values_size(const Ts &...values) {
  constexpr std::size_t header = 5 + 5 + 1;
  return (header + ... + max_object_size(values));
}

/// Names a list of types: `using WordCount = Schema<std::string, std::int64_t>`.
template <class... Ts> struct Schema {
  using Tuple = std::tuple<Ts...>;

  static Status read(Reader &reader, Tuple &tuple) {
    return std::apply([&](auto &...values) { return read_values(reader, values...); }, tuple);
  }
  static Status write(Writer &writer, const Tuple &tuple) {
    return std::apply([&](const auto &...values) { return write_values(writer, values...); },
                      tuple);
  }
  [[nodiscard]] static std::size_t max_size(const Tuple &tuple) {
    return std::apply([](const auto &...values) { return max_values_size(values...); }, tuple);
  }
};

} // namespace eyewall::kryo
