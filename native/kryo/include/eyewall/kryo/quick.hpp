// The usual case of a schema: numbers, booleans and short ASCII strings, none null, and room for as
// much as they can take. They are written without a look at the room, and read with one comparison
// for each class. Bytes are those of the general way, which does everything else.
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

/// What a value takes at most, if it is usual; 0: the type is none of the usual ones.
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

/// Of classes with one byte; with more values the count takes more.
template <class... Ts>
constexpr bool all_quick = sizeof...(Ts) > 0 && sizeof...(Ts) < 0x3f &&
                           ((quick_size<Ts>() > 0) && ...);

/// With the count, what stands before values of one class, and all classes.
template <class... Ts>
constexpr std::size_t quick_values_size = 3 + (std::size_t{0} + ... + (1 + quick_size<Ts>()));

/// Moves `to` behind the value; false if it is not usual.
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
