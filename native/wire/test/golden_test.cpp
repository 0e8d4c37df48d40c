// The bytes of Storm's own netty encoders. Java's side is FramesGoldenTest.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/wire/frame_reader.hpp>
#include <eyewall/wire/messages.hpp>

#include "../../kryo/test/golden_file.hpp"

using namespace eyewall::wire;
using eyewall::kryo::Writer;
using eyewall::test::golden_lines;
using eyewall::test::to_hex;

namespace {

std::string tasks(const std::vector<std::int32_t> &tasks) {
  std::string text;
  for (const std::int32_t task : tasks) {
    text += (text.empty() ? "" : ",") + std::to_string(task);
  }
  return "[" + text + "]";
}

/// One frame as text, and written again where this side of the wire writes it.
std::string describe_and_write(const Frame &frame, Writer &writer, bool &is_written) {
  is_written = true;
  switch (frame.kind) {
  case FrameKind::task_message:
    REQUIRE(write_task_message(writer, frame.task, frame.payload) == Status::ok);
    return "task " + std::to_string(frame.task) + " " + to_hex(frame.payload);
  case FrameKind::end_of_batch:
    REQUIRE(write_end_of_batch(writer) == Status::ok);
    return "end-of-batch";
  case FrameKind::back_pressure: {
    BackPressureStatus status;
    REQUIRE(read_back_pressure(frame.payload, status) == Status::ok);
    REQUIRE(write_back_pressure(writer, status) == Status::ok);
    return "back-pressure " + status.worker_id + " " + tasks(status.waiting_tasks) + " " +
           tasks(status.free_tasks);
  }
  case FrameKind::load_metrics: {
    LoadMetrics metrics;
    REQUIRE(read_load_metrics(frame.payload, metrics) == Status::ok);
    REQUIRE(write_load_metrics(writer, metrics) == Status::ok);
    std::string text = "load";
    for (const auto &[task, load] : metrics) {
      text += " " + std::to_string(task) + "=" + std::to_string(static_cast<int>(load * 100)) + "%";
    }
    return text;
  }
  default:
    break;
  }
  is_written = false;
  switch (frame.kind) {
  case FrameKind::close:
    return "CLOSE_MESSAGE";
  case FrameKind::ok_response:
    return "OK_RESPONSE";
  case FrameKind::failure_response:
    return "FAILURE_RESPONSE";
  case FrameKind::sasl_request:
    return "SASL_TOKEN_MESSAGE_REQUEST";
  case FrameKind::sasl_complete:
    return "SASL_COMPLETE_REQUEST";
  default:
    return "sasl-token " + to_hex(frame.payload);
  }
}

} // namespace

TEST_CASE("the frames of Storm's encoders") {
  const auto lines = golden_lines("frames.golden");
  REQUIRE(!lines.empty());
  for (const auto &line : lines) {
    CAPTURE(line.name);
    FrameReader reader;
    const auto room = reader.room(line.bytes.size());
    std::memcpy(room.data(), line.bytes.data(), line.bytes.size());
    reader.received(line.bytes.size());
    std::vector<std::uint8_t> buffer(line.bytes.size());
    Writer writer(buffer);
    std::string text;
    Frame frame;
    bool complete = false;
    bool all_written = true;
    while (reader.next(frame, complete) == Status::ok && complete) {
      bool is_written = false;
      text += (text.empty() ? "" : "; ") + describe_and_write(frame, writer, is_written);
      all_written = all_written && is_written;
    }
    CHECK(reader.pending() == 0);
    CHECK(text == line.notation);
    if (all_written) {
      CHECK(to_hex(writer.written()) == to_hex(line.bytes));
    }
  }
}
