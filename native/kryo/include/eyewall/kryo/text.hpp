// Java strings on the wire, and as UTF-8 in C++.
//
//   wire                                         written for
//   c1 .. cn-1, cn|80                            2 to 32 characters, all ASCII
//   varint(flag, units + 1), CESU-8              everything else
//   81                                           ""
//   80                                           null
// CESU-8 encodes each UTF-16 unit as UTF-8, so a character beyond the BMP takes two times three
// bytes. A lone surrogate, which Java allows, is kept as its three bytes in both directions. Golden
// files: strings.golden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <eyewall/kryo/bits.hpp>
#include <eyewall/kryo/status.hpp>

namespace eyewall::kryo {

constexpr std::size_t max_short_text = 32;

/// A string that was read: a copy of up to 32 bytes, or a view of the bytes it was read from, which
/// must then outlive it.
class Text {
public:
  Text() noexcept = default;
  // Copying a fixed number of words is cheaper than testing how many are used.
  Text(const Text &) noexcept = default;
  Text &operator=(const Text &) noexcept = default;
  ~Text() = default;

  /// Returns the bytes: UTF-8 unless has_surrogates().
  [[nodiscard]] std::string_view view() const noexcept {
    return {borrowed_ != nullptr ? borrowed_ : inline_, size_};
  }

  /// Returns whether the text contains surrogates, three bytes each, because of characters beyond
  /// the BMP or lone surrogates. to_utf8() converts it for other programs.
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

/// Finds the end of `units` UTF-16 units in the available bytes, and validates them.
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

/// Appends as UTF-8, with one character for each pair of surrogates. measure() must have accepted
/// the bytes.
void append_utf8(std::string &to, std::string_view wire);

/// Computes the UTF-16 units and bytes of UTF-8 text as CESU-8. Lone surrogates are accepted.
Status measure_utf8(std::string_view text, std::size_t &units, std::size_t &size) noexcept;

/// Writes text that measure_utf8() has measured; returns the end.
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
