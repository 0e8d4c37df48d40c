// Fast path for the usual tuples of a schema: numbers, booleans and short ASCII strings without
// nulls, and a buffer with room for their maximum size. They are written without further bounds
// checks, and read with one comparison per class. The slow path writes the same bytes and handles
// everything else.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <eyewall/kryo/adapter.hpp>

namespace eyewall::kryo::detail {

template <class T>
constexpr bool is_text = std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>;

/// Returns the maximum size of a value of the fast path; 0 if the type has no fast path.
template <class T> constexpr std::size_t quick_size() {
  if constexpr (is_text<T>) {
    return max_short_text;
  } else if constexpr (std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t> ||
                       std::is_same_v<T, bool> || std::is_same_v<T, double> ||
                       std::is_same_v<T, float>) {
    return Adapter<T>::max_size(T{});
  } else {
    return 0;
  }
}

/// Whether tuples of these types have a fast path: class ids and the count take one byte each.
template <class... Ts>
constexpr bool all_quick = sizeof...(Ts) > 0 && sizeof...(Ts) < 0x3f &&
                           ((quick_size<Ts>() > 0) && ...);

/// Maximum size of the values with their classes, the count, and the header of values of one class.
template <class... Ts>
constexpr std::size_t quick_values_size = 3 + (std::size_t{0} + ... + (1 + quick_size<Ts>()));

/// Writes a value and advances `to`; returns false if the value needs the slow path.
template <class T> bool put(std::uint8_t *&to, const T &value) noexcept {
  if constexpr (is_text<T>) {
    const auto *from = reinterpret_cast<const std::uint8_t *>(value.data());
    const std::size_t size = value.size();
    if (size < 2 || size > max_short_text || !bits::is_short_ascii(from, size)) [[unlikely]] {
      return false;
    }
    bits::copy_short(to, from, size);
    to += size;
    to[-1] |= 0x80U;
  } else if constexpr (std::is_same_v<T, bool>) {
    *to++ = value ? 1 : 0;
  } else if constexpr (std::is_same_v<T, double>) {
    bits::store_le(to, std::bit_cast<std::uint64_t>(value));
    to += sizeof value;
  } else if constexpr (std::is_same_v<T, float>) {
    bits::store_le(to, std::bit_cast<std::uint32_t>(value));
    to += sizeof value;
  } else {
    to = bits::put_varint(to, bits::zigzag(value));
  }
  return true;
}

} // namespace eyewall::kryo::detail
