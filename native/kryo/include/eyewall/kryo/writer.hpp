// Writes Kryo's primitives into a fixed-size buffer.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <eyewall/kryo/bits.hpp>
#include <eyewall/kryo/class_id.hpp>
#include <eyewall/kryo/limits.hpp>
#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/text.hpp>

namespace eyewall::kryo {

class Registry;

/// Length of Java's longest array, and therefore of strings, lists and byte arrays.
constexpr std::size_t max_length = 0x7ffffffe;

/// Returns the most bytes that `text` (UTF-8) can take on the wire.
[[nodiscard]] constexpr std::size_t max_text_size(std::string_view text) noexcept {
  return 5 + text.size() + text.size() / 2;
}

/// Writes forward, never beyond the end, and never half a value. After no_space the position is
/// unchanged, so the caller can send what was written and write the value again. Not thread-safe.
class Writer {
public:
  explicit Writer(std::span<std::uint8_t> buffer, const Registry *registry = nullptr) noexcept
      : begin_(buffer.data()), position_(buffer.data()), end_(buffer.data() + buffer.size()),
        registry_(registry) {}

  [[nodiscard]] std::size_t size() const noexcept {
    return static_cast<std::size_t>(position_ - begin_);
  }
  [[nodiscard]] std::size_t room() const noexcept {
    return static_cast<std::size_t>(end_ - position_);
  }
  [[nodiscard]] std::span<const std::uint8_t> written() const noexcept { return {begin_, size()}; }

  /// The user classes of dynamic values; null if there are only Storm's classes.
  [[nodiscard]] const Registry *registry() const noexcept { return registry_; }

  void clear() noexcept { position_ = begin_; }
  /// Discards the bytes after an earlier size().
  void truncate(std::size_t size) noexcept {
    assert(size <= this->size());
    position_ = begin_ + size;
  }

  /// Returns where to write `size` bytes, or null without room for them; call take_until() after
  /// writing.
  [[nodiscard]] std::uint8_t *room_for(std::size_t size) const noexcept {
    return size <= room() ? position_ : nullptr;
  }
  void take_until(std::uint8_t *end) noexcept {
    assert(end >= position_ && end <= end_);
    position_ = end;
  }

  /// Replaces bytes written earlier, for lengths that are known only afterwards.
  void overwrite(std::size_t at, std::span<const std::uint8_t> bytes) noexcept {
    assert(at + bytes.size() <= size());
    std::memcpy(begin_ + at, bytes.data(), bytes.size());
  }

  Status write_byte(std::uint8_t value) noexcept {
    EYEWALL_KRYO_TRY(reserve(1));
    *position_++ = value;
    return Status::ok;
  }

  Status write_boolean(bool value) noexcept { return write_byte(value ? 1 : 0); }

  template <class T> Status write_fixed(T value) noexcept {
    static_assert(std::is_unsigned_v<T>);
    EYEWALL_KRYO_TRY(reserve(sizeof(T)));
    bits::store_le(position_, value);
    position_ += sizeof(T);
    return Status::ok;
  }

  Status write_varint(std::uint32_t value) noexcept {
    if (room() < 5) [[unlikely]] {
      EYEWALL_KRYO_TRY(reserve(bits::varint_size(value)));
    }
    position_ = bits::put_varint(position_, value);
    return Status::ok;
  }

  Status write_varint(std::uint64_t value) noexcept {
    if (room() < 9) [[unlikely]] {
      EYEWALL_KRYO_TRY(reserve(bits::varint_size(value)));
    }
    position_ = bits::put_varint(position_, value);
    return Status::ok;
  }

  Status write_int(std::int32_t value) noexcept { return write_varint(bits::zigzag(value)); }
  Status write_long(std::int64_t value) noexcept { return write_varint(bits::zigzag(value)); }

  Status write_flag_varint(bool flag, std::uint32_t value) noexcept {
    if (room() < 5) [[unlikely]] {
      EYEWALL_KRYO_TRY(reserve(bits::flag_varint_size(value)));
    }
    position_ = bits::put_flag_varint(position_, flag, value);
    return Status::ok;
  }

  Status write_class(ClassId id) noexcept { return write_varint(static_cast<std::uint32_t>(id)); }

  Status write_raw(std::span<const std::uint8_t> bytes) noexcept {
    EYEWALL_KRYO_TRY(reserve(bytes.size()));
    if (!bytes.empty()) {
      std::memcpy(position_, bytes.data(), bytes.size());
    }
    position_ += bytes.size();
    return Status::ok;
  }

  Status write_bytes(std::span<const std::uint8_t> bytes) noexcept {
    if (bytes.size() > max_length) {
      return Status::bad_length;
    }
    const auto plus_one = static_cast<std::uint32_t>(bytes.size() + 1);
    EYEWALL_KRYO_TRY(reserve(bits::varint_size(plus_one) + bytes.size()));
    position_ = bits::put_varint(position_, plus_one);
    return write_raw(bytes);
  }

  /// Writes UTF-8 text as Kryo's writeString does.
  Status write_text(std::string_view text) noexcept {
    const auto *from = reinterpret_cast<const std::uint8_t *>(text.data());
    const std::size_t size = text.size();
    if (size >= 2 && size <= max_short_text && bits::is_short_ascii(from, size)) [[likely]] {
      EYEWALL_KRYO_TRY(reserve(size));
      bits::copy_short(position_, from, size);
      position_ += size;
      position_[-1] |= 0x80U;
      return Status::ok;
    }
    return write_measured_text(text);
  }

  Status write_null_text() noexcept { return write_byte(0x80); }

  /// Enters a collection or record; call leave() at its end, even after an error.
  Status enter() noexcept {
    if (depth_left_ == 0) [[unlikely]] {
      return Status::too_deep;
    }
    --depth_left_;
    return Status::ok;
  }
  void leave() noexcept { ++depth_left_; }

private:
  Status reserve(std::size_t size) const noexcept {
    return size <= room() ? Status::ok : Status::no_space;
  }

  Status write_measured_text(std::string_view text) noexcept {
    std::size_t units = 0;
    std::size_t size = 0;
    EYEWALL_KRYO_TRY(cesu8::measure_utf8(text, units, size));
    if (units > max_length) {
      return Status::bad_length;
    }
    const auto plus_one = static_cast<std::uint32_t>(units + 1);
    EYEWALL_KRYO_TRY(reserve(bits::flag_varint_size(plus_one) + size));
    position_ = bits::put_flag_varint(position_, true, plus_one);
    if (size == text.size()) {
      if (size > 0) {
        std::memcpy(position_, text.data(), size);
      }
      position_ += size;
    } else {
      position_ = cesu8::put(position_, text);
    }
    return Status::ok;
  }

  std::uint8_t *begin_;
  std::uint8_t *position_;
  std::uint8_t *end_;
  const Registry *registry_;
  std::uint32_t depth_left_ = Limits{}.max_depth;
};

} // namespace eyewall::kryo
