// For tests: reads lines of hexadecimal digits, each a tuple's values, and answers each with the
// same values read and written again, or with what is wrong with them.
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <eyewall/kryo/kryo.hpp>

namespace {

using namespace eyewall::kryo;

constexpr std::string_view digits = "0123456789abcdef";

Bytes from_hex(std::string_view hex) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(digits.find(hex[i]) * 16 + digits.find(hex[i + 1])));
  }
  return bytes;
}

Status again(const Bytes &bytes, std::string &hex) {
  Reader reader(bytes);
  std::vector<Value> values;
  EYEWALL_KRYO_TRY(read_dynamic_values(reader, values));
  EYEWALL_KRYO_TRY(reader.expect_end());
  Bytes buffer(max_dynamic_values_size(values));
  Writer writer(buffer);
  EYEWALL_KRYO_TRY(write_dynamic_values(writer, values));
  hex.clear();
  for (const std::uint8_t byte : writer.written()) {
    hex.push_back(digits[byte >> 4U]);
    hex.push_back(digits[byte & 0xfU]);
  }
  return Status::ok;
}

} // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  std::string hex;
  while (std::getline(std::cin, line)) {
    const Status status = again(from_hex(line), hex);
    std::cout << (status == Status::ok ? std::string_view(hex) : describe(status)) << '\n';
  }
  return 0;
}
