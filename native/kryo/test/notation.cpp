#include "notation.hpp"

#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "bytes.hpp"

namespace eyewall::test {

namespace {

using namespace eyewall::kryo;

std::string hex(std::uint64_t value, int digits) {
  char text[17];
  std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(value));
  return text;
}

void append_unit(std::string &to, std::uint32_t unit) {
  if (unit >= 0x20 && unit < 0x7f && unit != '"' && unit != '\\') {
    to.push_back(static_cast<char>(unit));
  } else {
    to += "\\u" + hex(unit, 4);
  }
}

// By UTF-16 units, as Java has them.
std::string quoted(std::string_view utf8) {
  std::string result = "\"";
  for (std::size_t i = 0; i < utf8.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(utf8[i + k]); };
    const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    std::uint32_t point = byte(0) & (length == 1 ? 0x7fU : 0xffU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) {
      point = point << 6U | (byte(k) & 0x3fU);
    }
    if (point >= 0x10000) {
      append_unit(result, 0xd800U + ((point - 0x10000U) >> 10U));
      append_unit(result, 0xdc00U + ((point - 0x10000U) & 0x3ffU));
    } else {
      append_unit(result, point);
    }
    i += length;
  }
  return result + "\"";
}

std::string_view name(ClassId id) {
  switch (id) {
  case ClassId::list_delegate:
    return "list_delegate";
  case ClassId::array_list:
    return "array_list";
  case ClassId::hash_set:
    return "hash_set";
  case ClassId::values:
    return "values";
  case ClassId::cons_list:
    return "cons_list";
  default:
    return "?";
  }
}

struct Printer {
  std::string operator()(const Null & /*value*/) const { return "null"; }
  std::string operator()(std::int32_t value) const { return "int:" + std::to_string(value); }
  std::string operator()(const std::string &value) const { return quoted(value); }
  std::string operator()(float value) const {
    return "float:" + hex(std::bit_cast<std::uint32_t>(value), 8);
  }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int8_t value) const { return "byte:" + std::to_string(value); }
  std::string operator()(char16_t value) const { return "char:" + hex(value, 4); }
  std::string operator()(std::int16_t value) const { return "short:" + std::to_string(value); }
  std::string operator()(std::int64_t value) const { return "long:" + std::to_string(value); }
  std::string operator()(double value) const {
    return "double:" + hex(std::bit_cast<std::uint64_t>(value), 16);
  }
  std::string operator()(const Bytes &value) const { return "bytes:" + to_hex(value); }
  std::string operator()(const BigInteger &value) const {
    return "big_integer:" + to_hex(value.bytes);
  }
  std::string operator()(const List &value) const {
    return std::string(name(value.type)) + notation(value.items);
  }
  std::string operator()(const Map &value) const {
    std::string result = "hash_map{";
    for (const Entry &entry : value.entries) {
      result += result.back() == '{' ? "" : ", ";
      result += notation(entry.key) + "=" + notation(entry.value);
    }
    return result + "}";
  }
  std::string operator()(const Record &value) const {
    return "record:" + hex(static_cast<std::uint32_t>(value.type), 2) + notation(value.fields);
  }
};

} // namespace

std::string notation(const Value &value) { return std::visit(Printer(), value.content()); }

std::string notation(const std::vector<Value> &values) {
  std::string result = "[";
  for (const Value &value : values) {
    result += result.size() == 1 ? "" : ", ";
    result += notation(value);
  }
  return result + "]";
}

} // namespace eyewall::test
