#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/values.hpp>
#include <eyewall/wire/frame_reader.hpp>
#include <eyewall/wire/messages.hpp>

#include "../../kryo/test/bytes.hpp"

using namespace eyewall::wire;
using eyewall::kryo::Writer;
using eyewall::test::from_hex;
using eyewall::test::to_hex;

namespace {

void put(FrameReader &reader, std::span<const std::uint8_t> bytes) {
  const auto room = reader.room(bytes.size());
  std::memcpy(room.data(), bytes.data(), bytes.size());
  reader.received(bytes.size());
}

Status status_of(std::string_view hex) {
  FrameReader reader;
  put(reader, from_hex(hex));
  Frame frame;
  bool complete = true;
  Status status = Status::ok;
  while (status == Status::ok && complete) {
    status = reader.next(frame, complete);
  }
  return status;
}

} // namespace

TEST_CASE("frames come out of pieces of any size") {
  std::array<std::uint8_t, 256> buffer{};
  Writer writer(buffer);
  const std::vector<std::uint8_t> payload{1, 2, 3};
  REQUIRE(write_task_message(writer, 7, payload) == Status::ok);
  REQUIRE(write_task_message(writer, max_task, payload) == Status::ok);
  REQUIRE(write_end_of_batch(writer) == Status::ok);
  CHECK(to_hex(writer.written()) == "000700000003010203"
                                    "7fff00000003010203"
                                    "ff37");
  for (std::size_t piece = 1; piece <= writer.size(); ++piece) {
    FrameReader reader;
    std::vector<FrameKind> kinds;
    for (std::size_t at = 0; at < writer.size(); at += piece) {
      put(reader, writer.written().subspan(at, std::min(piece, writer.size() - at)));
      Frame frame;
      bool complete = false;
      while (reader.next(frame, complete) == Status::ok && complete) {
        kinds.push_back(frame.kind);
        if (frame.kind == FrameKind::task_message) {
          CHECK(to_hex(frame.payload) == "010203");
          CHECK(frame.task == (kinds.size() == 1 ? 7 : max_task));
        }
      }
    }
    CHECK(kinds ==
          std::vector{FrameKind::task_message, FrameKind::task_message, FrameKind::end_of_batch});
    CHECK(reader.pending() == 0);
  }
}

TEST_CASE("a message that doesn't fit, or has no payload, leaves nothing") {
  std::array<std::uint8_t, 8> buffer{};
  Writer writer(buffer);
  const std::vector<std::uint8_t> payload{1, 2, 3};
  CHECK(write_task_message(writer, 7, payload) == Status::no_space);
  CHECK(write_task_message(writer, 7, {}) == Status::bad_length);
  CHECK(write_task_message(writer, 40000, payload) == Status::bad_value);
  CHECK(writer.size() == 0);
}

TEST_CASE("hostile frames are errors before they cost memory") {
  CHECK(status_of("0001ffffffff") == Status::bad_length);
  CHECK(status_of("00017fffffff") == Status::bad_length);
  CHECK(status_of("fffe") == Status::bad_value);
  CHECK(status_of("8000") == Status::bad_value);
  CHECK(status_of("ff37"
                  "0001") == Status::ok);
  CHECK(status_of("fda8"
                  "00000000") == Status::ok);
  FrameReader small(10);
  put(small, from_hex("00010000000b"));
  Frame frame;
  bool complete = false;
  CHECK(small.next(frame, complete) == Status::bad_length);
}

TEST_CASE("back pressure and load come back") {
  std::array<std::uint8_t, 256> buffer{};
  Writer writer(buffer);
  const BackPressureStatus sent{{50, 60}, 3, {7}, "worker"};
  const LoadMetrics load{{3, 0.25}, {4, 1.0}};
  REQUIRE(write_back_pressure(writer, sent) == Status::ok);
  REQUIRE(write_load_metrics(writer, load) == Status::ok);
  FrameReader reader;
  put(reader, writer.written());
  Frame frame;
  bool complete = false;
  REQUIRE(reader.next(frame, complete) == Status::ok);
  REQUIRE(frame.kind == FrameKind::back_pressure);
  BackPressureStatus status;
  REQUIRE(read_back_pressure(frame.payload, status) == Status::ok);
  CHECK(status == sent);
  REQUIRE(reader.next(frame, complete) == Status::ok);
  REQUIRE(frame.kind == FrameKind::load_metrics);
  LoadMetrics metrics;
  REQUIRE(read_load_metrics(frame.payload, metrics) == Status::ok);
  CHECK(metrics == load);
  CHECK(read_back_pressure(frame.payload, status) != Status::ok);
  CHECK(read_load_metrics({}, metrics) == Status::truncated);
}
