// Maps C++ types to Java classes: the built-in adapters, and the contract for further ones.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <eyewall/kryo/class_id.hpp>
#include <eyewall/kryo/reader.hpp>
#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/text.hpp>
#include <eyewall/kryo/writer.hpp>

namespace eyewall::kryo {

/// Reads and writes a C++ type as a Java class. Specialise it for a type of your own, with
///
///     static constexpr ClassId class_id = ...;            // or, if known only at run time:
///     static ClassId class_of(const T &);                 // the class that write() writes
///     static bool is_class(ClassId);                      // whether read() can read the class
///
///     static constexpr bool accepts_null = false;         // Kryo's Serializer.getAcceptsNull()
///     static constexpr std::uint32_t min_size = ...;      // size of the shortest value in bytes
///     static std::size_t max_size(const T &);             // upper bound of this value's size
///     static Status read(Reader &, ClassId, T &);         // after the class; never null
///     static Status write(Writer &, const T &);
/// The bytes must be those of the Kryo serializer that the topology registers for the class. A
/// serializer that accepts null writes null as 00 (for strings as 80).
template <class T> struct Adapter;

template <class T>
concept Readable = requires(Reader &reader, T &value) {
  { Adapter<T>::read(reader, ClassId{}, value) } -> std::same_as<Status>;
};

template <class T>
concept Writable = requires(Writer &writer, const T &value) {
  { Adapter<T>::write(writer, value) } -> std::same_as<Status>;
  { Adapter<T>::max_size(value) } -> std::convertible_to<std::size_t>;
};

/// A type whose class is known at compile time.
template <class T>
concept FixedClass = requires {
  std::bool_constant<(Adapter<T>::class_id, true)>{};
};

template <class T> struct OptionalOf {
  using Type = T;
  static constexpr bool is_optional = false;
};
template <class T> struct OptionalOf<std::optional<T>> {
  using Type = T;
  static constexpr bool is_optional = true;
};
template <class T> constexpr bool is_optional = OptionalOf<T>::is_optional;

// Base of adapters of Java's primitive types, with their class ids and sizes.
template <ClassId Id, std::size_t Min, std::size_t Max> struct NumberAdapter {
  static constexpr ClassId class_id = Id;
  static constexpr bool accepts_null = false;
  static constexpr std::uint32_t min_size = Min;
  template <class T> static constexpr std::size_t max_size(const T & /*value*/) { return Max; }
};

template <> struct Adapter<std::int32_t> : NumberAdapter<ClassId::int32, 1, 5> {
  static Status read(Reader &reader, ClassId /*id*/, std::int32_t &value) {
    return reader.read_int(value);
  }
  static Status write(Writer &writer, std::int32_t value) { return writer.write_int(value); }
};

template <> struct Adapter<std::int64_t> : NumberAdapter<ClassId::int64, 1, 9> {
  static Status read(Reader &reader, ClassId /*id*/, std::int64_t &value) {
    return reader.read_long(value);
  }
  static Status write(Writer &writer, std::int64_t value) { return writer.write_long(value); }
};

template <> struct Adapter<std::int8_t> : NumberAdapter<ClassId::int8, 1, 1> {
  static Status read(Reader &reader, ClassId /*id*/, std::int8_t &value) {
    std::uint8_t byte = 0;
    EYEWALL_KRYO_TRY(reader.read_byte(byte));
    value = static_cast<std::int8_t>(byte);
    return Status::ok;
  }
  static Status write(Writer &writer, std::int8_t value) {
    return writer.write_byte(static_cast<std::uint8_t>(value));
  }
};

template <> struct Adapter<bool> : NumberAdapter<ClassId::boolean, 1, 1> {
  static Status read(Reader &reader, ClassId /*id*/, bool &value) {
    return reader.read_boolean(value);
  }
  static Status write(Writer &writer, bool value) { return writer.write_boolean(value); }
};

// Fixed-width numbers: the bits of T as the unsigned integer U.
template <class T, class U, ClassId Id>
struct FixedWidthAdapter : NumberAdapter<Id, sizeof(U), sizeof(U)> {
  static Status read(Reader &reader, ClassId /*id*/, T &value) {
    U bits = 0;
    EYEWALL_KRYO_TRY(reader.read_fixed(bits));
    value = std::bit_cast<T>(bits);
    return Status::ok;
  }
  static Status write(Writer &writer, T value) {
    return writer.write_fixed(std::bit_cast<U>(value));
  }
};

template <>
struct Adapter<std::int16_t> : FixedWidthAdapter<std::int16_t, std::uint16_t, ClassId::int16> {};
template <>
struct Adapter<char16_t> : FixedWidthAdapter<char16_t, std::uint16_t, ClassId::char16> {};
template <> struct Adapter<float> : FixedWidthAdapter<float, std::uint32_t, ClassId::float32> {};
template <> struct Adapter<double> : FixedWidthAdapter<double, std::uint64_t, ClassId::float64> {};

struct TextAdapter {
  static constexpr ClassId class_id = ClassId::string;
  static constexpr bool accepts_null = true;
  static constexpr std::uint32_t min_size = 1;
  static std::size_t max_size(std::string_view value) { return max_text_size(value); }
  static Status write(Writer &writer, std::string_view value) { return writer.write_text(value); }
};

/// A string as owned UTF-8.
template <> struct Adapter<std::string> : TextAdapter {
  static Status read(Reader &reader, ClassId /*id*/, std::string &value) {
    return reader.read_string(value);
  }
};

/// A string, for writing only; to read without a copy use Text.
template <> struct Adapter<std::string_view> : TextAdapter {};

/// A string, for reading only; allocates nothing.
template <> struct Adapter<Text> {
  static constexpr ClassId class_id = ClassId::string;
  static constexpr bool accepts_null = true;
  static constexpr std::uint32_t min_size = 1;
  static Status read(Reader &reader, ClassId /*id*/, Text &value) {
    return reader.read_text(value);
  }
};

/// A byte[] as a view of the message.
template <> struct Adapter<std::span<const std::uint8_t>> {
  static constexpr ClassId class_id = ClassId::bytes;
  static constexpr bool accepts_null = true;
  static constexpr std::uint32_t min_size = 1;
  static std::size_t max_size(std::span<const std::uint8_t> value) { return 5 + value.size(); }
  static Status read(Reader &reader, ClassId /*id*/, std::span<const std::uint8_t> &value) {
    return reader.read_bytes(value);
  }
  static Status write(Writer &writer, std::span<const std::uint8_t> value) {
    return writer.write_bytes(value);
  }
};

/// A byte[] as owned bytes.
template <> struct Adapter<std::vector<std::uint8_t>> {
  static constexpr ClassId class_id = ClassId::bytes;
  static constexpr bool accepts_null = true;
  static constexpr std::uint32_t min_size = 1;
  static std::size_t max_size(std::span<const std::uint8_t> value) { return 5 + value.size(); }
  static Status read(Reader &reader, ClassId /*id*/, std::vector<std::uint8_t> &value) {
    std::span<const std::uint8_t> view;
    EYEWALL_KRYO_TRY(reader.read_bytes(view));
    value.assign(view.begin(), view.end());
    return Status::ok;
  }
  static Status write(Writer &writer, std::span<const std::uint8_t> value) {
    return writer.write_bytes(value);
  }
};

} // namespace eyewall::kryo
