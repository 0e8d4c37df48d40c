#include <eyewall/wire/frame_reader.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/writer.hpp>
#include <eyewall/wire/frame.hpp>

#include "frame_code.hpp"

namespace eyewall::wire {

namespace {

constexpr std::size_t code_size = 2;

std::int16_t load_code(const std::uint8_t *from) noexcept {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>((from[0] << 8U) | from[1]));
}

std::uint32_t load_length(const std::uint8_t *from) noexcept {
  return static_cast<std::uint32_t>(from[0]) << 24U | static_cast<std::uint32_t>(from[1]) << 16U |
         static_cast<std::uint32_t>(from[2]) << 8U | static_cast<std::uint32_t>(from[3]);
}

/// Determines the kind of a code's frame and whether a payload follows; returns whether the code is
/// known.
bool kind_of(std::int16_t code, FrameKind &kind, bool &has_payload) noexcept {
  has_payload = false;
  switch (code) {
  case code_end_of_batch:
    kind = FrameKind::end_of_batch;
    return true;
  case code_close:
    kind = FrameKind::close;
    return true;
  case code_ok:
    kind = FrameKind::ok_response;
    return true;
  case code_failure:
    kind = FrameKind::failure_response;
    return true;
  case code_sasl_request:
    kind = FrameKind::sasl_request;
    return true;
  case code_sasl_complete:
    kind = FrameKind::sasl_complete;
    return true;
  default:
    break;
  }
  has_payload = true;
  switch (code) {
  case code_load_metrics:
    kind = FrameKind::load_metrics;
    return true;
  case code_sasl_token:
    kind = FrameKind::sasl_token;
    return true;
  case code_back_pressure:
    kind = FrameKind::back_pressure;
    return true;
  default:
    kind = FrameKind::task_message;
    return code >= 0;
  }
}

} // namespace

std::span<std::uint8_t> FrameReader::room(std::size_t size) {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < size) {
    buffer_.resize(end_ + size);
  }
  return std::span(buffer_).subspan(end_);
}

void FrameReader::received(std::size_t size) noexcept {
  assert(size <= buffer_.size() - end_);
  end_ += size;
}

Status FrameReader::next(Frame &frame, bool &complete) noexcept {
  complete = false;
  const std::size_t available = end_ - begin_;
  if (available < code_size) {
    return Status::ok;
  }
  const std::uint8_t *from = buffer_.data() + begin_;
  const std::int16_t code = load_code(from);
  bool has_payload = false;
  if (!kind_of(code, frame.kind, has_payload)) {
    return Status::bad_value;
  }
  frame.task = frame.kind == FrameKind::task_message ? static_cast<std::uint16_t>(code) : 0;
  frame.payload = {};
  if (!has_payload) {
    begin_ += code_size;
    complete = true;
    return Status::ok;
  }
  if (available < task_message_header) {
    return Status::ok;
  }
  const std::uint32_t length = load_length(from + code_size);
  if (length > max_frame_) {
    return Status::bad_length;
  }
  if (available - task_message_header < length) {
    return Status::ok;
  }
  frame.payload = {from + task_message_header, length};
  begin_ += task_message_header + length;
  complete = true;
  return Status::ok;
}

namespace detail {

Status begin_message(kryo::Writer &writer, std::int16_t code) noexcept {
  const auto bits = static_cast<std::uint16_t>(code);
  const std::uint8_t header[task_message_header] = {static_cast<std::uint8_t>(bits >> 8U),
                                                    static_cast<std::uint8_t>(bits)};
  return writer.write_raw(header);
}

Status end_message(kryo::Writer &writer, std::size_t begin) noexcept {
  const std::size_t length = writer.size() - begin - task_message_header;
  if (length == 0 || length > kryo::max_length) {
    return Status::bad_length;
  }
  const std::uint8_t bytes[4] = {
      static_cast<std::uint8_t>(length >> 24U), static_cast<std::uint8_t>(length >> 16U),
      static_cast<std::uint8_t>(length >> 8U), static_cast<std::uint8_t>(length)};
  writer.overwrite(begin + code_size, bytes);
  return Status::ok;
}

} // namespace detail

Status write_task_message(kryo::Writer &writer, std::uint16_t task,
                          std::span<const std::uint8_t> payload) noexcept {
  return write_task_message_with(writer, task,
                                 [&](kryo::Writer &to) { return to.write_raw(payload); });
}

Status write_end_of_batch(kryo::Writer &writer) noexcept {
  const auto bits = static_cast<std::uint16_t>(code_end_of_batch);
  const std::uint8_t bytes[code_size] = {static_cast<std::uint8_t>(bits >> 8U),
                                         static_cast<std::uint8_t>(bits)};
  return writer.write_raw(bytes);
}

} // namespace eyewall::wire
