#include <eyewall/task/library.hpp>
#include <eyewall/task/loop.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "texts.hpp"

namespace {

using namespace eyewall::task;

/// Adds up; ends its loop at -1, throws at -2; says its sum with each tick and at the end.
class Sum : public LoopBolt {
public:
  Loop run(Input &input, Tools &tools) override {
    std::int64_t sum = 0;
    while (const Tuple *tuple = co_await input.absorb()) {
      for (std::uint32_t ticks = input.ticks(); ticks > 0; --ticks) {
        tools.emit(To{}, "tick", sum);
      }
      const auto value = tuple->get<std::int64_t>(0);
      tools.ack(*tuple);
      if (value == -1) {
        co_return;
      }
      if (value == -2) {
        throw std::runtime_error("minus two");
      }
      sum += value;
    }
    tools.emit(To{}, "end", sum);
  }
};

class Numbers : public LoopSpout {
public:
  Loop run(Turns &turns, Tools &tools) override {
    for (std::int64_t i = 1; i <= 3; ++i) {
      tools.emit(To{}, i);
      if (!co_await turns.flush()) {
        tools.log(Level::info, "closed");
        co_return;
      }
    }
    while (co_await turns.rest()) {
    }
    tools.log(Level::info, "closed at rest");
  }
};

struct LoopTask {
  explicit LoopTask(std::unique_ptr<Bolt> bolt) : task(std::move(bolt), nullptr, {nullptr, wake}) {
    eyewall::test::opening(writer, "numbers", "number");
  }
  explicit LoopTask(std::unique_ptr<Spout> spout)
      : task(nullptr, std::move(spout), {nullptr, wake}) {
    eyewall::test::opening(writer, "numbers", "number");
  }

  static void wake(void * /*context*/) {}

  void number(std::int64_t value) {
    static constexpr Type types[] = {Type::int64};
    writer.shape(Kind::tuples, 0, 1, types);
    writer.row(static_cast<std::uint64_t>(value + 100));
    writer.slot(static_cast<std::uint64_t>(value));
  }

  /// What it says, as a text.
  std::string process() {
    std::vector<std::uint8_t> frames;
    frames.swap(writer.frames());
    task.process(frames);
    const std::uint8_t *bytes = nullptr;
    std::size_t size = 0;
    task.output(&bytes, &size);
    std::string said;
    for (std::span<const std::uint8_t> rest(bytes, size); !rest.empty();) {
      const FrameView frame(rest);
      for (std::uint32_t row = 0; row < frame.rows(); ++row) {
        if (frame.header().kind == Kind::ack) {
          said += "ack" + std::to_string(frame.id(row));
        }
        for (std::size_t column = 0; column < frame.header().columns; ++column) {
          said += frame.type(column) == Type::string ? std::string(frame.text(row, column))
                                                     : std::to_string(frame.slot(row, column));
        }
        said += ' ';
      }
      rest = rest.subspan(frame.header().size);
    }
    return said;
  }

  FrameWriter writer;
  eyewall_task task;
};

TEST_CASE("a bolt as a loop absorbs, emits and acks until it is closed") {
  LoopTask task(std::make_unique<Sum>());
  task.number(3);
  task.number(4);
  CHECK(task.process() == "ack103 ack104 ");
  task.writer.shape(Kind::tick, 0, -1, {});
  task.number(5);
  CHECK(task.process() == "tick7 ack105 ");
  task.writer.shape(Kind::close, 0, -1, {});
  CHECK(task.process() == "end12 ");
}

TEST_CASE("a loop that throws or has returned fails the call") {
  LoopTask thrower(std::make_unique<Sum>());
  thrower.number(-2);
  CHECK_THROWS_WITH(static_cast<void>(thrower.process()), "minus two");
  LoopTask returner(std::make_unique<Sum>());
  returner.number(-1);
  CHECK(returner.process() == "ack99 ");
  returner.number(1);
  CHECK_THROWS_WITH(static_cast<void>(returner.process()),
                    "the loop of this task has returned, and there are still tuples");
}

TEST_CASE("a spout as a loop emits by turns, rests, and is told of the end") {
  LoopTask task(std::make_unique<Numbers>());
  const auto next = [&](std::uint64_t most) {
    task.writer.shape(Kind::next, 0, -1, {}, most);
    return task.process();
  };
  CHECK(next(2) == "1 2 ");
  CHECK(next(100) == "3 ");
  CHECK(next(100).empty());
  task.writer.shape(Kind::close, 0, -1, {});
  CHECK(task.process() == "closed at rest ");
}

TEST_CASE("a loop that was never run to its end is torn down") {
  LoopTask bolt(std::make_unique<Sum>());
  bolt.number(1);
  static_cast<void>(bolt.process());
  LoopTask spout(std::make_unique<Numbers>());
  static_cast<void>(spout.process());
}

} // namespace
