// Java's strings on the wire, and UTF-8 in C++.
//
//   wire                                         written for
//   c1 .. cn-1, cn|80                            2 to 32 characters, all ASCII
//   varint(flag, units + 1), CESU-8              everything else
//   81                                           ""
//   80                                           null
//
// CESU-8 is UTF-8 of UTF-16 units, so a character beyond the BMP takes two times three bytes. A
// surrogate that stands alone, which Java allows, is kept as its three bytes in both directions.
// Golden files: strings.golden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <eyewall/kryo/bits.hpp>
#include <eyewall/kryo/status.hpp>

namespace eyewall::kryo {

constexpr std::size_t max_short_text = 32;

/// A string just read: a copy of up to 32 bytes, or a view of the bytes it was read from, which
/// then must outlive it.
class Text {
public:
  Text() noexcept = default;
  // Copying words of a fixed number is cheaper than asking how many are used.
  Text(const Text &) noexcept = default;
  Text &operator=(const Text &) noexcept = default;
  ~Text() = default;

  /// The bytes: UTF-8, unless has_surrogates().
  [[nodiscard]] std::string_view view() const noexcept {
    return {borrowed_ != nullptr ? borrowed_ : inline_, size_};
  }

  /// Whether characters beyond the BMP (or lone surrogates) are in it, as three bytes a surrogate;
  /// to_utf8() is what other programs can read.
  [[nodiscard]] bool has_surrogates() const noexcept { return has_surrogates_; }

  inline void append_utf8_to(std::string &to) const;

  [[nodiscard]] std::string to_utf8() const {
    std::string result;
    append_utf8_to(result);
    return result;
  }

  friend bool operator==(const Text &a, std::string_view b) noexcept { return a.view() == b; }

private:
  friend class Reader;

  const char *borrowed_ = nullptr; // null: the bytes are in inline_
  std::uint32_t size_ = 0;
  bool has_surrogates_ = false;
  char inline_[max_short_text] = {};
};

namespace cesu8 {

[[nodiscard]] constexpr bool is_continuation(std::uint8_t byte) noexcept {
  return (byte & 0xc0U) == 0x80U;
}

/// Finds the end of `units` UTF-16 units in the bytes left, and checks them.
inline Status measure(const std::uint8_t *from, std::size_t available, std::uint32_t units,
                      std::size_t &size, bool &has_surrogates) noexcept {
  std::size_t i = 0;
  has_surrogates = false;
  while (units > 0) {
    const std::size_t left = available - i < units ? available - i : units;
    const std::size_t run = bits::ascii_prefix(from + i, left);
    i += run;
    units -= static_cast<std::uint32_t>(run);
    if (units == 0) {
      break;
    }
    if (i >= available) {
      return Status::truncated;
    }
    const std::uint8_t first = from[i];
    const std::size_t length = first >= 0xe0U ? 3 : 2;
    if (first < 0xc2U || first > 0xefU) {
      return Status::malformed_text;
    }
    if (available - i < length) {
      return Status::truncated;
    }
    if (!is_continuation(from[i + 1]) || (length == 3 && !is_continuation(from[i + 2])) ||
        (first == 0xe0U && from[i + 1] < 0xa0U)) {
      return Status::malformed_text;
    }
    has_surrogates |= first == 0xedU && from[i + 1] >= 0xa0U;
    i += length;
    --units;
  }
  size = i;
  return Status::ok;
}

/// Makes one character of each pair of surrogates. The bytes are as measure() accepts them.
void append_utf8(std::string &to, std::string_view wire);

/// What UTF-8 will be as CESU-8: its UTF-16 units and bytes. Lone surrogates pass.
Status measure_utf8(std::string_view text, std::size_t &units, std::size_t &size) noexcept;

/// Writes what measure_utf8() has measured; gives the end.
std::uint8_t *put(std::uint8_t *to, std::string_view text) noexcept;

} // namespace cesu8

inline void Text::append_utf8_to(std::string &to) const {
  if (has_surrogates_) [[unlikely]] {
    cesu8::append_utf8(to, view());
  } else {
    to.append(view());
  }
}

} // namespace eyewall::kryo
