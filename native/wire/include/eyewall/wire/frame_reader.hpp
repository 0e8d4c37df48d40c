// Splits a byte stream that arrives in pieces of any size into frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <eyewall/kryo/status.hpp>
#include <eyewall/wire/frame.hpp>

namespace eyewall::wire {

/// Buffers received bytes until their frames have been taken. Confined to one thread.
///
///     std::span<std::uint8_t> room = reader.room(65536);
///     reader.received(recv(socket, room.data(), room.size(), 0));
///     Frame frame;
///     bool complete = false;
///     while (reader.next(frame, complete) == Status::ok && complete) { ... }
class FrameReader {
public:
  static constexpr std::size_t default_max_frame = std::size_t{64} * 1024 * 1024;

  /// `max_frame` is the longest payload; a longer one is an error before memory is allocated for
  /// it.
  explicit FrameReader(std::size_t max_frame = default_max_frame) noexcept
      : max_frame_(max_frame) {}

  /// Returns space for at least `size` more bytes. Invalidates frames taken earlier.
  std::span<std::uint8_t> room(std::size_t size);

  /// Reports how many bytes were put there.
  void received(std::size_t size) noexcept;

  /// Takes the next frame; `complete` is false if more bytes are needed. After an error the
  /// connection must be closed.
  Status next(Frame &frame, bool &complete) noexcept;

  /// Returns the bytes received and not yet taken.
  [[nodiscard]] std::size_t pending() const noexcept { return end_ - begin_; }

private:
  std::vector<std::uint8_t> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t max_frame_;
};

} // namespace eyewall::wire
