#include <eyewall/kryo/text.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <eyewall/kryo/bits.hpp>
#include <eyewall/kryo/status.hpp>

namespace eyewall::kryo::cesu8 {

void append_utf8(std::string &to, std::string_view wire) {
  const auto byte = [&wire](std::size_t i) { return static_cast<std::uint8_t>(wire[i]); };
  const auto is_surrogate = [&](std::size_t i, std::uint8_t low, std::uint8_t high) {
    return i + 2 < wire.size() && byte(i) == 0xedU && byte(i + 1) >= low && byte(i + 1) < high;
  };
  std::size_t copied = 0;
  std::size_t i = 0;
  while (i < wire.size()) {
    if (!is_surrogate(i, 0xa0, 0xb0) || !is_surrogate(i + 3, 0xb0, 0xc0)) {
      ++i;
      continue;
    }
    to.append(wire.substr(copied, i - copied));
    const std::uint32_t high = ((byte(i + 1) & 0x0fU) << 6U) | (byte(i + 2) & 0x3fU);
    const std::uint32_t low = ((byte(i + 4) & 0x0fU) << 6U) | (byte(i + 5) & 0x3fU);
    const std::uint32_t point = 0x10000U + (high << 10U) + low;
    to.push_back(static_cast<char>(0xf0U | (point >> 18U)));
    to.push_back(static_cast<char>(0x80U | ((point >> 12U) & 0x3fU)));
    to.push_back(static_cast<char>(0x80U | ((point >> 6U) & 0x3fU)));
    to.push_back(static_cast<char>(0x80U | (point & 0x3fU)));
    i += 6;
    copied = i;
  }
  to.append(wire.substr(copied));
}

Status measure_utf8(std::string_view text, std::size_t &units, std::size_t &size) noexcept {
  const auto *from = reinterpret_cast<const std::uint8_t *>(text.data());
  units = 0;
  size = 0;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t run = bits::ascii_prefix(from + i, text.size() - i);
    i += run;
    units += run;
    size += run;
    if (i == text.size()) {
      break;
    }
    const std::uint8_t first = from[i];
    const std::size_t length = first >= 0xf0U ? 4 : first >= 0xe0U ? 3 : 2;
    if (first < 0xc2U || first > 0xf4U || text.size() - i < length) {
      return Status::malformed_text;
    }
    for (std::size_t k = 1; k < length; ++k) {
      if (!is_continuation(from[i + k])) {
        return Status::malformed_text;
      }
    }
    const std::uint8_t second = from[i + 1];
    if ((first == 0xe0U && second < 0xa0U) || (first == 0xf0U && second < 0x90U) ||
        (first == 0xf4U && second > 0x8fU)) {
      return Status::malformed_text;
    }
    units += length == 4 ? 2 : 1;
    size += length == 4 ? 6 : length;
    i += length;
  }
  return Status::ok;
}

std::uint8_t *put(std::uint8_t *to, std::string_view text) noexcept {
  const auto *from = reinterpret_cast<const std::uint8_t *>(text.data());
  const auto *const end = from + text.size();
  while (from < end) {
    if (*from < 0xf0U) {
      *to++ = *from++;
      continue;
    }
    const std::uint32_t point = ((from[0] & 0x07U) << 18U) | ((from[1] & 0x3fU) << 12U) |
                                ((from[2] & 0x3fU) << 6U) | (from[3] & 0x3fU);
    const std::uint32_t pair = point - 0x10000U;
    for (const std::uint32_t unit : {0xd800U | (pair >> 10U), 0xdc00U | (pair & 0x3ffU)}) {
      *to++ = 0xed;
      *to++ = static_cast<std::uint8_t>(0x80U | ((unit >> 6U) & 0x3fU));
      *to++ = static_cast<std::uint8_t>(0x80U | (unit & 0x3fU));
    }
    from += 4;
  }
  return to;
}

} // namespace eyewall::kryo::cesu8
