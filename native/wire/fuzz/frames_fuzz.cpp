// Any bytes as a stream of frames, in pieces whose sizes the first byte says, and their payloads.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <eyewall/wire/frame_reader.hpp>
#include <eyewall/wire/messages.hpp>

#include "fuzz.hpp"

namespace {

using namespace eyewall::wire;
using eyewall::fuzz::require;

void payload(const Frame &frame) {
  std::vector<std::uint8_t> bytes(64 + 16 * frame.payload.size());
  eyewall::kryo::Writer writer(bytes);
  BackPressureStatus status;
  if (frame.kind == FrameKind::back_pressure &&
      read_back_pressure(frame.payload, status) == Status::ok) {
    require(write_back_pressure(writer, status) == Status::ok);
  }
  LoadMetrics metrics;
  if (frame.kind == FrameKind::load_metrics &&
      read_load_metrics(frame.payload, metrics) == Status::ok) {
    require(write_load_metrics(writer, metrics) == Status::ok);
  }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::size_t piece = 1 + data[0] % 32;
  std::span<const std::uint8_t> rest(data + 1, size - 1);
  FrameReader reader(4096);
  while (!rest.empty()) {
    const std::size_t count = std::min(piece, rest.size());
    std::memcpy(reader.room(count).data(), rest.data(), count);
    reader.received(count);
    rest = rest.subspan(count);
    Frame frame;
    bool complete = true;
    while (complete) {
      if (reader.next(frame, complete) != Status::ok) {
        return 0;
      }
      if (complete) {
        payload(frame);
      }
    }
    require(reader.pending() <= 4096 + task_message_header);
  }
  return 0;
}
