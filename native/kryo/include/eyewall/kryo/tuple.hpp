// The header before the values of a tuple that is sent between workers.
//
//   varint source task, varint stream id, varint n, n x (fixed64 root id, fixed64 tuple id), values
// A stream's id is its position, from 1, among all streams of its component sorted by name,
// including Storm's system streams. Golden file: tuples.golden.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include <eyewall/kryo/reader.hpp>
#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/writer.hpp>

namespace eyewall::kryo {

/// A tuple tree that a tuple belongs to: the root's id, and the tuple's id in that tree.
struct Anchor {
  std::int64_t root_id = 0;
  std::int64_t tuple_id = 0;

  friend bool operator==(const Anchor &, const Anchor &) = default;
};

/// The anchors of a tuple that was read, as a view of the message.
class Anchors {
public:
  Anchors() noexcept = default;
  explicit Anchors(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size() / bytes_each; }
  [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }
  [[nodiscard]] Anchor operator[](std::size_t i) const noexcept {
    assert(i < size());
    const std::uint8_t *from = bytes_.data() + i * bytes_each;
    return {static_cast<std::int64_t>(bits::load_le<std::uint64_t>(from)),
            static_cast<std::int64_t>(bits::load_le<std::uint64_t>(from + 8))};
  }

  static constexpr std::size_t bytes_each = 16;

private:
  std::span<const std::uint8_t> bytes_;
};

struct TupleHeader {
  std::uint32_t source_task = 0;
  std::uint32_t stream_id = 0;
  Anchors anchors;
};

inline Status read_tuple_header(Reader &reader, TupleHeader &header) noexcept {
  EYEWALL_KRYO_TRY(reader.read_varint(header.source_task));
  EYEWALL_KRYO_TRY(reader.read_varint(header.stream_id));
  std::uint32_t count = 0;
  EYEWALL_KRYO_TRY(reader.read_varint(count));
  EYEWALL_KRYO_TRY(reader.check_length(count, Anchors::bytes_each));
  std::span<const std::uint8_t> bytes;
  EYEWALL_KRYO_TRY(reader.read_raw(bytes, count * Anchors::bytes_each));
  header.anchors = Anchors(bytes);
  return Status::ok;
}

/// Writes the whole header, or nothing.
inline Status write_tuple_header(Writer &writer, std::uint32_t source_task, std::uint32_t stream_id,
                                 std::span<const Anchor> anchors = {}) noexcept {
  if (anchors.size() > max_length / Anchors::bytes_each) {
    return Status::bad_length;
  }
  const auto count = static_cast<std::uint32_t>(anchors.size());
  if (std::uint8_t *to = writer.room_for(15 + anchors.size() * Anchors::bytes_each)) [[likely]] {
    to = bits::put_varint(to, source_task);
    to = bits::put_varint(to, stream_id);
    to = bits::put_varint(to, count);
    for (const Anchor &anchor : anchors) {
      bits::store_le(to, static_cast<std::uint64_t>(anchor.root_id));
      bits::store_le(to + 8, static_cast<std::uint64_t>(anchor.tuple_id));
      to += Anchors::bytes_each;
    }
    writer.take_until(to);
    return Status::ok;
  }
  const std::size_t size = bits::varint_size(source_task) + bits::varint_size(stream_id) +
                           bits::varint_size(count) + anchors.size() * Anchors::bytes_each;
  if (writer.room() < size) [[unlikely]] {
    return Status::no_space;
  }
  EYEWALL_KRYO_TRY(writer.write_varint(source_task));
  EYEWALL_KRYO_TRY(writer.write_varint(stream_id));
  EYEWALL_KRYO_TRY(writer.write_varint(count));
  for (const Anchor &anchor : anchors) {
    EYEWALL_KRYO_TRY(writer.write_fixed(static_cast<std::uint64_t>(anchor.root_id)));
    EYEWALL_KRYO_TRY(writer.write_fixed(static_cast<std::uint64_t>(anchor.tuple_id)));
  }
  return Status::ok;
}

/// Returns an upper bound of the bytes that write_tuple_header() writes.
[[nodiscard]] constexpr std::size_t max_tuple_header_size(std::size_t anchors) noexcept {
  return 15 + anchors * Anchors::bytes_each;
}

} // namespace eyewall::kryo
