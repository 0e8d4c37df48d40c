// The frames of Storm's protocol between workers (Storm 2.6 to 2.8).
//
//   task message           u16 task (0 to 32767), u32 length, payload
//   end of batch           i16 -201, after the task messages of one write
//   other control          i16: -100 close, -200 OK, -400 failure, -202 SASL request,
//                          -203 SASL done
//   SASL token             i16 -500, u32 length, token
//   back pressure          i16 -600, u32 length, a Kryo object
//   load metrics           a task message of task -1: [HashMap<Integer, Double>]
// All numbers are big-endian. There is no handshake. A server first sends a back-pressure frame,
// and later back pressure and load metrics; a client sends task messages, and an end of batch after
// each write. Nothing is acknowledged. A client must send nothing else: Storm's MessageDecoder
// loses the task messages before a control frame that arrives in the same read. Golden file:
// frames.golden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/writer.hpp>

namespace eyewall::wire {

using kryo::Status;

enum class FrameKind : std::uint8_t {
  task_message,
  load_metrics,
  end_of_batch,
  back_pressure,
  close,
  ok_response,
  failure_response,
  sasl_request,
  sasl_complete,
  sasl_token,
};

/// A frame as a view of the bytes it was read from.
struct Frame {
  FrameKind kind = FrameKind::end_of_batch;
  std::uint16_t task = 0; ///< receiver of a task message
  std::span<const std::uint8_t> payload;
};

constexpr std::uint16_t max_task = std::numeric_limits<std::int16_t>::max();

/// Size of a task message's header in bytes.
constexpr std::size_t task_message_header = 6;

/// Size in bytes above which Storm ends a batch.
constexpr std::size_t storm_batch_bytes = std::size_t{256} * 1024;

/// Writes a whole task message, or nothing. Returns bad_length for an empty payload, which Storm
/// cannot read.
Status write_task_message(kryo::Writer &writer, std::uint16_t task,
                          std::span<const std::uint8_t> payload) noexcept;

/// Does the same as write_task_message(), but `write` writes the payload directly into the buffer,
/// which saves a copy.
template <class Write>
Status write_task_message_with(kryo::Writer &writer, std::uint16_t task, const Write &write);

Status write_end_of_batch(kryo::Writer &writer) noexcept;

namespace detail {

Status begin_message(kryo::Writer &writer, std::int16_t code) noexcept;
Status end_message(kryo::Writer &writer, std::size_t begin) noexcept;

/// Writes a header and the payload of `write`, then sets the length.
template <class Write>
Status write_message(kryo::Writer &writer, std::int16_t code, const Write &write) {
  const std::size_t begin = writer.size();
  Status status = begin_message(writer, code);
  if (status == Status::ok) {
    status = write(writer);
  }
  if (status == Status::ok) {
    status = end_message(writer, begin);
  }
  if (status != Status::ok) {
    writer.truncate(begin);
  }
  return status;
}

} // namespace detail

template <class Write>
Status write_task_message_with(kryo::Writer &writer, std::uint16_t task, const Write &write) {
  if (task > max_task) {
    return Status::bad_value;
  }
  return detail::write_message(writer, static_cast<std::int16_t>(task), write);
}

} // namespace eyewall::wire
