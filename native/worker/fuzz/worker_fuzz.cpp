// What a worker reads: lines of its plan, messages of other workers, for a task and for an acker,
// and frames of its tasks. The first byte says which. Whatever it is, it is refused or worked off.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <eyewall/kryo/kryo.hpp>
#include <eyewall/task/frame.hpp>

#include "../test/fake_sender.hpp"
#include "acker.hpp"
#include "fuzz.hpp"
#include "plan.hpp"
#include "values_row.hpp"

namespace {

using namespace eyewall::worker;
using eyewall::fuzz::require;
using eyewall::kryo::Status;
using eyewall::task::BadFrame;
using eyewall::task::FrameView;

/// In pieces and as a whole it says the same.
void plan(std::string_view bytes) {
  PlanReader whole;
  PlanReader pieces;
  std::string refused;
  try {
    whole.add(bytes);
  } catch (const std::runtime_error &e) {
    refused = e.what();
  }
  try {
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
      pieces.add(bytes.substr(at, 7));
    }
    require(refused.empty());
  } catch (const std::runtime_error &e) {
    require(refused == e.what());
  }
  require(whole.plan().own.size() == pieces.plan().own.size());
  require(whole.complete() == pieces.complete());
}

/// Values that were read are written, to a frame and to the wire, and mean the same.
void values(std::span<const std::uint8_t> message) {
  eyewall::kryo::Reader reader(message);
  eyewall::kryo::TupleHeader header;
  ValuesRow row;
  if (eyewall::kryo::read_tuple_header(reader, header) != Status::ok ||
      row.read(reader) != Status::ok) {
    return;
  }
  eyewall::task::FrameWriter writer;
  writer.shape(eyewall::task::Kind::tuples, 0, 1, row.types());
  writer.row(std::uint64_t{1});
  row.append_to(writer);
  const std::vector<std::uint8_t> frames = writer.frames();
  ValuesRow again;
  again.read(FrameView(frames), 0);
  std::vector<std::uint8_t> first;
  std::vector<std::uint8_t> second;
  require(row.append_to(first) == Status::ok);
  require(again.append_to(second) == Status::ok);
  require(first == second);
  std::vector<std::size_t> all(row.columns().size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = i;
  }
  try {
    require(row.hash(all) == again.hash(all));
  } catch (const std::runtime_error &) {
    return; // a class whose hash is not known here
  }
}

/// Messages with their lengths before them.
void acks(std::span<const std::uint8_t> messages) {
  static const Plan plan = example_plan();
  FakeSender post;
  Acker acker(plan, {1, Role::acker, 0, 0, "", "", {}, {}}, post);
  std::size_t count = 0;
  while (!messages.empty()) {
    const std::size_t size = std::min<std::size_t>(messages[0], messages.size() - 1);
    acker.queue.add(messages.subspan(1, size), {});
    messages = messages.subspan(1 + size);
    ++count;
  }
  while (acker.step(Now{1000})) {
  }
  require(acker.trees() <= count);
}

/// What a library says that keeps to no rule.
void frames(std::span<const std::uint8_t> bytes) {
  ValuesRow row;
  std::vector<std::uint64_t> anchors;
  std::vector<std::uint8_t> out;
  try {
    while (!bytes.empty()) {
      const FrameView frame(bytes);
      for (std::uint32_t i = 0; i < frame.rows(); ++i) {
        row.read(frame, i);
        frame.anchors(i, anchors);
        out.clear();
        static_cast<void>(row.append_to(out));
      }
      bytes = bytes.subspan(frame.header().size);
    }
  } catch (const BadFrame &) {
    return;
  }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size < 8) {
    return 0;
  }
  // Aligned, and as long as it is, so that a read beyond the end is seen.
  const std::vector<std::uint8_t> bytes(data + 8, data + size);
  switch (data[0] % 4) {
  case 0:
    plan({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    break;
  case 1:
    values(bytes);
    break;
  case 2:
    acks(bytes);
    break;
  default:
    frames(bytes);
  }
  return 0;
}
