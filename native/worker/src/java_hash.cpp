#include "java_hash.hpp"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <variant>

namespace eyewall::worker {
namespace {

constexpr std::uint32_t fold(std::uint64_t bits) noexcept {
  return static_cast<std::uint32_t>(bits ^ (bits >> 32U));
}

/// Decodes one character of valid UTF-8 and advances `i`.
char32_t next(std::string_view text, std::size_t &i) noexcept {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const unsigned first = byte(i);
  if (first < 0x80U) {
    i += 1;
    return first;
  }
  if (first < 0xe0U) {
    const char32_t value = (first & 0x1fU) << 6U | (byte(i + 1) & 0x3fU);
    i += 2;
    return value;
  }
  if (first < 0xf0U) {
    const char32_t value =
        (first & 0x0fU) << 12U | (byte(i + 1) & 0x3fU) << 6U | (byte(i + 2) & 0x3fU);
    i += 3;
    return value;
  }
  const char32_t value = (first & 0x07U) << 18U | (byte(i + 1) & 0x3fU) << 12U |
                         (byte(i + 2) & 0x3fU) << 6U | (byte(i + 3) & 0x3fU);
  i += 4;
  return value;
}

std::uint32_t hash_of(const kryo::Value &value) {
  return static_cast<std::uint32_t>(java_hash(value));
}

/// BigInteger's hash: over the magnitude in 32-bit words, highest first, times the sign.
std::uint32_t hash_of(const kryo::BigInteger &number) {
  const bool negative = (number.bytes[0] & 0x80U) != 0;
  kryo::Bytes magnitude = number.bytes;
  if (negative) { // two's complement
    unsigned carry = 1;
    for (std::size_t i = magnitude.size(); i-- > 0;) {
      const unsigned sum = (~magnitude[i] & 0xffU) + carry;
      magnitude[i] = static_cast<std::uint8_t>(sum);
      carry = sum >> 8U;
    }
  }
  std::uint32_t hash = 0;
  std::uint32_t word = 0;
  bool begun = false;
  for (std::size_t i = 0; i < magnitude.size(); ++i) {
    word = word << 8U | magnitude[i];
    if ((magnitude.size() - i) % 4 == 1) {
      begun = begun || word != 0;
      hash = begun ? 31 * hash + word : 0;
      word = 0;
    }
  }
  return negative ? 0U - hash : hash;
}

struct Hash {
  std::uint32_t operator()(const kryo::Null & /*null*/) const { return 0; }
  std::uint32_t operator()(const std::string &text) const {
    return static_cast<std::uint32_t>(java_hash(std::string_view(text)));
  }
  std::uint32_t operator()(bool value) const { return value ? 1231 : 1237; }
  std::uint32_t operator()(float value) const {
    return std::isnan(value) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(value);
  }
  std::uint32_t operator()(double value) const {
    return fold(std::isnan(value) ? 0x7ff8000000000000U : std::bit_cast<std::uint64_t>(value));
  }
  std::uint32_t operator()(std::int64_t value) const {
    return fold(static_cast<std::uint64_t>(value));
  }
  template <class T>
  requires(std::is_integral_v<T> && sizeof(T) <= 4) std::uint32_t operator()(T value) const {
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t operator()(const kryo::Bytes &bytes) const {
    std::uint32_t hash = 1;
    for (const std::uint8_t byte : bytes) {
      hash = 31 * hash + static_cast<std::uint32_t>(static_cast<std::int8_t>(byte));
    }
    return hash;
  }
  std::uint32_t operator()(const kryo::BigInteger &number) const { return hash_of(number); }
  std::uint32_t operator()(const kryo::List &list) const {
    const bool set = list.type == kryo::ClassId::hash_set;
    std::uint32_t hash = set ? 0 : 1;
    for (const kryo::Value &item : list.items) {
      hash = (set ? hash : 31 * hash) + hash_of(item);
    }
    return hash;
  }
  std::uint32_t operator()(const kryo::Map &map) const {
    std::uint32_t hash = 0;
    for (const kryo::Entry &entry : map.entries) {
      hash += hash_of(entry.key) ^ hash_of(entry.value);
    }
    return hash;
  }
  std::uint32_t operator()(const kryo::Record & /*record*/) const {
    throw std::runtime_error("a fields grouping by an object of a class whose hashCode() is "
                             "known to Java only; group by a field of a built-in class");
  }
};

} // namespace

std::int32_t java_hash(std::string_view text) noexcept {
  std::uint32_t hash = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char32_t character = next(text, i);
    if (character < 0x10000U) {
      hash = 31 * hash + static_cast<std::uint32_t>(character);
    } else {
      const char32_t rest = character - 0x10000U;
      hash = 31 * hash + static_cast<std::uint32_t>(0xd800U + (rest >> 10U));
      hash = 31 * hash + static_cast<std::uint32_t>(0xdc00U + (rest & 0x3ffU));
    }
  }
  return static_cast<std::int32_t>(hash);
}

std::int32_t java_hash(const kryo::Value &value) {
  return static_cast<std::int32_t>(std::visit(Hash{}, value.content()));
}

} // namespace eyewall::worker
