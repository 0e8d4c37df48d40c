// Bytes in tests, as hexadecimal digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/status.hpp>

/// How doctest shows a status.
template <> struct doctest::StringMaker<eyewall::kryo::Status> {
  static String convert(eyewall::kryo::Status status) {
    return eyewall::kryo::describe(status).data();
  }
};

namespace eyewall::test {

inline std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : bytes) {
    hex.push_back(digits[byte >> 4U]);
    hex.push_back(digits[byte & 0xfU]);
  }
  return hex;
}

/// Spaces are skipped.
inline std::vector<std::uint8_t> from_hex(std::string_view hex) {
  std::vector<std::uint8_t> bytes;
  bool half = false;
  for (const char c : hex) {
    if (c == ' ') {
      continue;
    }
    const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
    if (half) {
      bytes.back() = static_cast<std::uint8_t>(bytes.back() * 16 + digit);
    } else {
      bytes.push_back(static_cast<std::uint8_t>(digit));
    }
    half = !half;
  }
  return bytes;
}

} // namespace eyewall::test
