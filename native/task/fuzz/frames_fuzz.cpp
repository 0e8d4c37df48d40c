// Any bytes as frames for a task: they are refused, or every value of every tuple can be read, and
// what the task says is whole frames.
#include <eyewall/task/library.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "fuzz.hpp"

namespace {

using namespace eyewall::task;
using eyewall::fuzz::require;

/// Reads what it gets in every way there is, and says it again.
class Reads : public Bolt {
public:
  void execute(const Tuple &tuple, Tools &tools) override {
    std::vector<eyewall::kryo::Value> values;
    for (std::size_t column = 0; column < tuple.size(); ++column) {
      values.push_back(tuple.dynamic(column));
      if (tuple.type(column) == Type::string) {
        require(tuple.get<std::string>(column) == tuple.get<std::string_view>(column));
      }
    }
    const std::uint64_t id = tuple.id() & ~many_anchors; // no runtime gives another one
    const std::uint64_t anchors[] = {id, id + 1};
    tools.emit_dynamic(To{}, {anchors, 1 + tuple.size() % 2}, values);
    tools.ack(tuple);
  }
};

class Answers : public Spout {
public:
  bool next_tuple(Tools &tools) override {
    tools.emit_message(To{}, ++next_, "line", true);
    return next_ < 8; // `next` may ask for 2^64
  }
  void fail(std::uint64_t message, Tools &tools) override {
    tools.emit_message(To{}, message & ~many_anchors, 1);
  }

private:
  std::uint64_t next_ = 0;
};

void read_all(std::span<const std::uint8_t> said) {
  std::vector<std::uint64_t> anchors;
  while (!said.empty()) {
    const FrameView frame(said);
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      if (frame.header().kind == Kind::emit) {
        frame.anchors(row, anchors);
      }
      for (std::size_t column = 0; column < frame.header().columns; ++column) {
        const Type type = frame.type(column);
        if (type >= Type::string) {
          static_cast<void>(frame.text(row, column));
        }
      }
    }
    said = said.subspan(frame.header().size);
  }
}

void run(eyewall_task &&task, std::span<const std::uint8_t> frames) {
  try {
    task.process(frames);
  } catch (const BadFrame &) { // what it said before counts
  } catch (const WrongType &) {
  }
  const std::uint8_t *said = nullptr;
  std::size_t size = 0;
  task.output(&said, &size);
  read_all({said, size}); // not a BadFrame among them
}

/// Frames that a task has said, as a worker reads them.
void said(std::span<const std::uint8_t> frames) {
  try {
    read_all(frames);
  } catch (const BadFrame &) {
    return;
  }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  // As long as it is, and aligned, so that a read beyond the end is seen.
  const std::size_t words = size / 8;
  const auto frames = std::make_unique<std::uint64_t[]>(words);
  std::memcpy(frames.get(), data, 8 * words);
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t *>(frames.get()),
                                            8 * words);
  const eyewall_host host{nullptr, [](void *) {}};
  run(eyewall_task(std::make_unique<Reads>(), nullptr, host), bytes);
  run(eyewall_task(nullptr, std::make_unique<Answers>(), host), bytes);
  said(bytes);
  return 0;
}
