// Reads Kryo's primitives from untrusted bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>

#include <eyewall/kryo/bits.hpp>
#include <eyewall/kryo/class_id.hpp>
#include <eyewall/kryo/limits.hpp>
#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/text.hpp>

namespace eyewall::kryo {

class Registry;

/// Reads forward and never beyond the end. After a status other than ok the position is
/// unspecified, and the message must be dropped. Not thread-safe; small, and cheap to create for
/// each message.
///
/// Views (Text, spans) point into the bytes, which must outlive them.
class Reader {
public:
  explicit Reader(std::span<const std::uint8_t> bytes, const Registry *registry = nullptr,
                  Limits limits = {}) noexcept
      : begin_(bytes.data()), position_(bytes.data()), end_(bytes.data() + bytes.size()),
        registry_(registry), depth_left_(limits.max_depth),
        empty_elements_left_(limits.max_empty_elements) {}

  [[nodiscard]] std::size_t remaining() const noexcept {
    return static_cast<std::size_t>(end_ - position_);
  }
  [[nodiscard]] std::size_t position() const noexcept {
    return static_cast<std::size_t>(position_ - begin_);
  }
  /// The user classes of dynamic values; null if there are only Storm's classes.
  [[nodiscard]] const Registry *registry() const noexcept { return registry_; }

  Status expect_end() const noexcept {
    return position_ == end_ ? Status::ok : Status::trailing_bytes;
  }

  /// Returns the next byte without consuming it.
  Status peek(std::uint8_t &value) const noexcept {
    if (position_ == end_) [[unlikely]] {
      return Status::truncated;
    }
    value = *position_;
    return Status::ok;
  }

  /// Consumes the next byte if it is the expected one.
  [[nodiscard]] bool take(std::uint8_t expected) noexcept {
    if (position_ == end_ || *position_ != expected) [[unlikely]] {
      return false;
    }
    ++position_;
    return true;
  }

  Status read_byte(std::uint8_t &value) noexcept {
    if (position_ == end_) [[unlikely]] {
      return Status::truncated;
    }
    value = *position_++;
    return Status::ok;
  }

  /// Reads a boolean: 00 is false; Kryo reads every other byte as true, and writes 01.
  Status read_boolean(bool &value) noexcept {
    std::uint8_t byte = 0;
    EYEWALL_KRYO_TRY(read_byte(byte));
    value = byte != 0;
    return Status::ok;
  }

  /// Reads a little-endian fixed-width number.
  template <class T> Status read_fixed(T &value) noexcept {
    static_assert(std::is_unsigned_v<T>);
    if (remaining() < sizeof(T)) [[unlikely]] {
      return Status::truncated;
    }
    value = bits::load_le<T>(position_);
    position_ += sizeof(T);
    return Status::ok;
  }

  Status read_varint(std::uint32_t &value) noexcept {
    if (position_ != end_ && *position_ < 0x80U) [[likely]] {
      value = *position_++;
      return Status::ok;
    }
    return read_long_varint(value, 0, 0);
  }

  Status read_varint(std::uint64_t &value) noexcept {
    if (position_ != end_ && *position_ < 0x80U) [[likely]] {
      value = *position_++;
      return Status::ok;
    }
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 56; shift += 7) {
      if (position_ == end_) [[unlikely]] {
        return Status::truncated;
      }
      const std::uint8_t byte = *position_++;
      result |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if (byte < 0x80U) {
        value = result;
        return Status::ok;
      }
    }
    std::uint8_t last = 0;
    EYEWALL_KRYO_TRY(read_byte(last));
    value = result | static_cast<std::uint64_t>(last) << 56U;
    return Status::ok;
  }

  Status read_int(std::int32_t &value) noexcept {
    std::uint32_t bits = 0;
    EYEWALL_KRYO_TRY(read_varint(bits));
    value = bits::unzigzag(bits);
    return Status::ok;
  }

  Status read_long(std::int64_t &value) noexcept {
    std::uint64_t bits = 0;
    EYEWALL_KRYO_TRY(read_varint(bits));
    value = bits::unzigzag(bits);
    return Status::ok;
  }

  /// Reads a flag and six bits, then a varint if the continuation bit is set.
  Status read_flag_varint(bool &flag, std::uint32_t &value) noexcept {
    std::uint8_t first = 0;
    EYEWALL_KRYO_TRY(read_byte(first));
    flag = (first & 0x80U) != 0;
    value = first & 0x3fU;
    if ((first & 0x40U) == 0) [[likely]] {
      return Status::ok;
    }
    return read_long_varint(value, value, 6);
  }

  /// Reads Kryo's length + 1, where 0 stands for null (is_null, length 0). `bytes_each` is the
  /// minimum size of an element; if it is 0, take_empty_elements() limits the count.
  Status read_length(std::uint32_t &length, bool &is_null, std::uint32_t bytes_each) noexcept {
    std::uint32_t plus_one = 0;
    EYEWALL_KRYO_TRY(read_varint(plus_one));
    is_null = plus_one == 0;
    length = is_null ? 0 : plus_one - 1;
    return check_length(length, bytes_each);
  }

  Status check_length(std::uint32_t length, std::uint32_t bytes_each) const noexcept {
    return static_cast<std::uint64_t>(length) * bytes_each <= remaining() ? Status::ok
                                                                          : Status::bad_length;
  }

  Status read_class(ClassId &id) noexcept {
    std::uint32_t number = 0;
    EYEWALL_KRYO_TRY(read_varint(number));
    id = static_cast<ClassId>(number);
    return id == ClassId::by_name ? Status::unknown_class : Status::ok;
  }

  Status read_class(ClassId expected, bool &is_null) noexcept {
    ClassId id{};
    EYEWALL_KRYO_TRY(read_class(id));
    is_null = id == ClassId::null;
    return id == expected || is_null ? Status::ok : Status::unexpected_class;
  }

  /// Reads `size` raw bytes; the view points into the message.
  Status read_raw(std::span<const std::uint8_t> &value, std::size_t size) noexcept {
    if (remaining() < size) [[unlikely]] {
      return Status::truncated;
    }
    value = {position_, size};
    position_ += size;
    return Status::ok;
  }

  Status read_bytes(std::span<const std::uint8_t> &value) noexcept {
    std::uint32_t length = 0;
    bool is_null = false;
    EYEWALL_KRYO_TRY(read_length(length, is_null, 1));
    return is_null ? Status::unexpected_null : read_raw(value, length);
  }

  Status read_text(Text &value) noexcept {
    if (position_ == end_) [[unlikely]] {
      return Status::truncated;
    }
    return *position_ < 0x80U ? read_short_text(value) : read_measured_text(value);
  }

  Status read_string(std::string &value) {
    Text text;
    EYEWALL_KRYO_TRY(read_text(text));
    if (text.has_surrogates()) [[unlikely]] {
      value.clear();
      text.append_utf8_to(value);
    } else {
      value.assign(text.view());
    }
    return Status::ok;
  }

  /// Enters a collection or record; call leave() at its end. After an error no leave() is needed.
  Status enter() noexcept {
    if (depth_left_ == 0) [[unlikely]] {
      return Status::too_deep;
    }
    --depth_left_;
    return Status::ok;
  }
  void leave() noexcept { ++depth_left_; }

  /// Counts elements without bytes against the limit; call it before storing them.
  Status take_empty_elements(std::uint32_t count) noexcept {
    if (count > empty_elements_left_) [[unlikely]] {
      return Status::too_many;
    }
    empty_elements_left_ -= count;
    return Status::ok;
  }

private:
  // Reads the rest of a 32-bit varint whose low `shift` bits are known.
  Status read_long_varint(std::uint32_t &value, std::uint32_t low, unsigned shift) noexcept {
    std::uint64_t result = low;
    for (; shift < 34; shift += 7) {
      if (position_ == end_) [[unlikely]] {
        return Status::truncated;
      }
      const std::uint8_t byte = *position_++;
      result |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if (byte < 0x80U) {
        value = static_cast<std::uint32_t>(result);
        return result <= std::numeric_limits<std::uint32_t>::max() ? Status::ok
                                                                   : Status::malformed_varint;
      }
    }
    return Status::malformed_varint;
  }

  // Reads ASCII up to the byte with the high bit set; copies whole words where possible.
  Status read_short_text(Text &value) noexcept {
    value.borrowed_ = nullptr;
    value.has_surrogates_ = false;
    const std::size_t limit = remaining() < max_short_text ? remaining() : max_short_text;
    std::size_t i = 0;
    for (; i + 8 <= limit; i += 8) {
      const auto word = bits::load_le<std::uint64_t>(position_ + i);
      const std::uint64_t high = word & bits::high_bits;
      bits::store_le(reinterpret_cast<std::uint8_t *>(value.inline_) + i, word ^ high);
      if (high != 0) {
        // Bytes after the last one are copied, too, but are not part of the text.
        return end_short_text(value, i + static_cast<std::size_t>(std::countr_zero(high)) / 8);
      }
    }
    for (; i < limit; ++i) {
      value.inline_[i] = static_cast<char>(position_[i] & 0x7fU);
      if (position_[i] >= 0x80U) {
        return end_short_text(value, i);
      }
    }
    return limit < max_short_text ? Status::truncated : Status::malformed_text;
  }

  Status end_short_text(Text &value, std::size_t last) noexcept {
    value.size_ = static_cast<std::uint32_t>(last + 1);
    position_ += last + 1;
    return Status::ok;
  }

  Status read_measured_text(Text &value) noexcept {
    bool flag = false;
    std::uint32_t plus_one = 0;
    EYEWALL_KRYO_TRY(read_flag_varint(flag, plus_one));
    if (plus_one == 0) {
      return Status::unexpected_null;
    }
    EYEWALL_KRYO_TRY(check_length(plus_one - 1, 1));
    std::size_t size = 0;
    EYEWALL_KRYO_TRY(
        cesu8::measure(position_, remaining(), plus_one - 1, size, value.has_surrogates_));
    if (size > std::numeric_limits<std::uint32_t>::max()) {
      return Status::bad_length;
    }
    value.borrowed_ = reinterpret_cast<const char *>(position_);
    value.size_ = static_cast<std::uint32_t>(size);
    position_ += size;
    return Status::ok;
  }

  const std::uint8_t *begin_;
  const std::uint8_t *position_;
  const std::uint8_t *end_;
  const Registry *registry_;
  std::uint32_t depth_left_;
  std::uint32_t empty_elements_left_;
};

} // namespace eyewall::kryo
