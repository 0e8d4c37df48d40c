// Loads and stores of machine words and varints, without bounds checks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace eyewall::kryo::bits {

static_assert(std::endian::native == std::endian::little || std::endian::native == std::endian::big,
              "mixed byte orders are not supported");

template <class T> [[nodiscard]] constexpr T swapped(T value) noexcept {
  static_assert(std::is_unsigned_v<T>);
  T result = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    result = static_cast<T>(static_cast<T>(result << 8U) | static_cast<T>(value & 0xffU));
    value = static_cast<T>(value >> 8U);
  }
  return result;
}

/// Loads a little-endian number, as Kryo's fixed-width numbers are.
template <class T> [[nodiscard]] inline T load_le(const std::uint8_t *from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof(T));
  if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1) {
    value = swapped(value);
  }
  return value;
}

template <class T> inline void store_le(std::uint8_t *to, T value) noexcept {
  if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1) {
    value = swapped(value);
  }
  std::memcpy(to, &value, sizeof(T));
}

[[nodiscard]] constexpr std::uint32_t zigzag(std::int32_t value) noexcept {
  return (static_cast<std::uint32_t>(value) << 1U) ^ static_cast<std::uint32_t>(value >> 31);
}

[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) noexcept {
  return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}

[[nodiscard]] constexpr std::int32_t unzigzag(std::uint32_t value) noexcept {
  return static_cast<std::int32_t>((value >> 1U) ^ (~(value & 1U) + 1U));
}

[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value) noexcept {
  return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1U));
}

/// Returns the size of a 32-bit varint in bytes: 1 to 5.
[[nodiscard]] constexpr std::size_t varint_size(std::uint32_t value) noexcept {
  return (static_cast<std::size_t>(std::bit_width(value | 1U)) + 6) / 7;
}

/// Returns the size of a 64-bit varint in bytes: 1 to 9, since the ninth byte carries eight bits.
[[nodiscard]] constexpr std::size_t varint_size(std::uint64_t value) noexcept {
  const std::size_t size = (static_cast<std::size_t>(std::bit_width(value | 1U)) + 6) / 7;
  return size < 9 ? size : 9;
}

/// Returns the size of a varint whose first byte carries six bits, because one bit is a flag.
[[nodiscard]] constexpr std::size_t flag_varint_size(std::uint32_t value) noexcept {
  return value < 0x40U ? 1 : 1 + varint_size(value >> 6U);
}

/// Writes at most 5 bytes; returns the end.
inline std::uint8_t *put_varint(std::uint8_t *to, std::uint32_t value) noexcept {
  while (value >= 0x80U) {
    *to++ = static_cast<std::uint8_t>(value | 0x80U);
    value >>= 7U;
  }
  *to++ = static_cast<std::uint8_t>(value);
  return to;
}

/// Writes at most 9 bytes; returns the end.
inline std::uint8_t *put_varint(std::uint8_t *to, std::uint64_t value) noexcept {
  for (int i = 0; i < 8 && value >= 0x80U; ++i) {
    *to++ = static_cast<std::uint8_t>(value | 0x80U);
    value >>= 7U;
  }
  *to++ = static_cast<std::uint8_t>(value);
  return to;
}

/// Writes at most 5 bytes; returns the end.
inline std::uint8_t *put_flag_varint(std::uint8_t *to, bool flag, std::uint32_t value) noexcept {
  const std::uint32_t high = flag ? 0x80U : 0U;
  if (value < 0x40U) {
    *to++ = static_cast<std::uint8_t>(high | value);
    return to;
  }
  *to++ = static_cast<std::uint8_t>(high | 0x40U | (value & 0x3fU));
  return put_varint(to, value >> 6U);
}

/// Copies 0 to 32 bytes inline, because a call of memcpy costs more than copying a short string.
inline void copy_short(std::uint8_t *to, const std::uint8_t *from, std::size_t size) noexcept {
  if (size >= 16) {
    std::uint64_t words[4];
    std::memcpy(&words[0], from, 16);
    std::memcpy(&words[2], from + size - 16, 16);
    std::memcpy(to, &words[0], 16);
    std::memcpy(to + size - 16, &words[2], 16);
  } else if (size >= 8) {
    std::uint64_t words[2];
    std::memcpy(&words[0], from, 8);
    std::memcpy(&words[1], from + size - 8, 8);
    std::memcpy(to, &words[0], 8);
    std::memcpy(to + size - 8, &words[1], 8);
  } else if (size >= 4) {
    std::uint32_t words[2];
    std::memcpy(&words[0], from, 4);
    std::memcpy(&words[1], from + size - 4, 4);
    std::memcpy(to, &words[0], 4);
    std::memcpy(to + size - 4, &words[1], 4);
  } else if (size >= 2) {
    std::uint16_t words[2];
    std::memcpy(&words[0], from, 2);
    std::memcpy(&words[1], from + size - 2, 2);
    std::memcpy(to, &words[0], 2);
    std::memcpy(to + size - 2, &words[1], 2);
  } else if (size == 1) {
    *to = *from;
  }
}

constexpr std::uint64_t high_bits = 0x8080808080808080ULL;

/// Returns the number of leading bytes below 0x80.
[[nodiscard]] inline std::size_t ascii_prefix(const std::uint8_t *from, std::size_t size) noexcept {
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    const std::uint64_t high = load_le<std::uint64_t>(from + i) & high_bits;
    if (high != 0) {
      return i + static_cast<std::size_t>(std::countr_zero(high)) / 8;
    }
  }
  while (i < size && from[i] < 0x80U) {
    ++i;
  }
  return i;
}

/// Returns whether 0 to 32 bytes are all below 0x80.
[[nodiscard]] inline bool is_short_ascii(const std::uint8_t *from, std::size_t size) noexcept {
  if (size >= 8) {
    auto all = load_le<std::uint64_t>(from + size - 8);
    for (std::size_t i = 0; i + 8 < size; i += 8) {
      all |= load_le<std::uint64_t>(from + i);
    }
    return (all & high_bits) == 0;
  }
  if (size >= 4) {
    const auto all = load_le<std::uint32_t>(from) | load_le<std::uint32_t>(from + size - 4);
    return (all & 0x80808080U) == 0;
  }
  std::uint8_t all = 0;
  for (std::size_t i = 0; i < size; ++i) {
    all |= from[i];
  }
  return all < 0x80U;
}

} // namespace eyewall::kryo::bits
