#include <eyewall/task/windows.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

namespace {

using namespace eyewall::task;

/// Tuples with the ids 1, 2, ..., and what is acked.
struct Source {
  Tools tools{{}, {"default"}, {nullptr, [](void * /*context*/) {}}};

  template <class Add> void next(const Add &add) {
    static constexpr Type types[] = {Type::int64};
    FrameWriter writer;
    writer.shape(Kind::tuples, 0, 1, types);
    writer.row(++last);
    writer.slot(last);
    const std::vector<std::uint8_t> bytes = writer.frames();
    const FrameView frame(bytes);
    const eyewall::task::Source source{"s", "default", {}};
    add(Tuple(frame, 0, &source));
  }

  std::string acks() {
    std::vector<std::uint8_t> said;
    tools.take(said);
    std::string ids;
    for (std::span<const std::uint8_t> rest(said); !rest.empty();) {
      const FrameView frame(rest);
      for (std::uint32_t row = 0; row < frame.rows(); ++row) {
        ids += std::to_string(frame.id(row)) + ' ';
      }
      rest = rest.subspan(frame.header().size);
    }
    return ids;
  }

  std::uint64_t last = 0;
};

std::string text(const Window<std::int64_t> &window) {
  std::string values;
  for (std::size_t i = 0; i < window.values.size(); ++i) {
    CHECK(window.tuples[i] == static_cast<std::uint64_t>(window.values[i]));
    values += (i == 0 ? "" : ",") + std::to_string(window.values[i]);
  }
  return values + "+" + std::to_string(window.added) + ' ';
}

std::string by_count(std::size_t length, std::size_t slide, int tuples, std::string *acks) {
  Source source;
  CountWindows<std::int64_t> windows(length, slide);
  std::string seen;
  for (int i = 0; i < tuples; ++i) {
    source.next([&](const Tuple &tuple) {
      windows.add(tuple, tuple.get<std::int64_t>(0), source.tools,
                  [&](const auto &window) { seen += text(window); });
    });
  }
  *acks = source.acks();
  return seen;
}

TEST_CASE("windows by count tumble, slide, and leave gaps; tuples are acked when none needs them") {
  std::string acks;
  CHECK(by_count(2, 2, 5, &acks) == "1,2+2 3,4+2 ");
  CHECK(acks == "1 2 3 4 ");
  CHECK(by_count(3, 1, 4, &acks) == "1+1 1,2+1 1,2,3+1 2,3,4+1 ");
  CHECK(acks == "1 2 ");
  CHECK(by_count(4, 2, 6, &acks) == "1,2+2 1,2,3,4+2 3,4,5,6+2 ");
  CHECK(acks == "1 2 3 4 ");
  CHECK(by_count(1, 3, 7, &acks) == "3+1 6+1 ");
  CHECK(acks == "1 2 3 4 5 6 ");
}

TEST_CASE("windows by time have what belongs to them, and late values while they can") {
  Source source;
  TimeWindows<std::int64_t> windows(20, 10); // [0, 20), [10, 30), ...
  std::string seen;
  const auto advance = [&](std::int64_t now) {
    windows.advance(now, source.tools, [&](const auto &window) {
      seen += std::to_string(window.begin) + ":" + text(window);
    });
  };
  const auto add = [&](std::int64_t time) {
    bool taken = false;
    source.next([&](const Tuple &tuple) {
      taken = windows.add(tuple, time, tuple.get<std::int64_t>(0), source.tools);
    });
    return taken;
  };
  CHECK(add(12));
  CHECK(add(3));
  advance(9);
  CHECK(seen.empty());
  advance(20);
  CHECK(seen == "-10:2+1 0:2,1+1 ");
  CHECK(source.acks() == "2 ");
  seen.clear();
  CHECK(add(15)); // late for [0, 20), not for [10, 30)
  CHECK(!add(5));
  CHECK(source.acks() == "4 ");
  advance(100);
  CHECK(seen == "10:1,3+1 ");
  CHECK(source.acks() == "1 3 ");
  CHECK(add(105));
  seen.clear();
  advance(130);
  CHECK(seen == "90:5+1 100:5+0 ");
}

TEST_CASE("every value is in length / slide windows by time, and acked once") {
  std::mt19937 random(13); // NOLINT: the same every time
  for (const auto &[length, slide] : {std::pair{30, 10}, {10, 10}, {7, 3}, {2, 5}}) {
    Source source;
    TimeWindows<std::int64_t> windows(length, slide);
    std::vector<int> in(1001);
    std::vector<int> expected(1001);
    std::int64_t time = 0;
    const auto count = [&](const Window<std::int64_t> &window) {
      for (const std::int64_t value : window.values) {
        ++in[static_cast<std::size_t>(value)];
      }
    };
    for (std::size_t i = 1; i <= 1000; ++i) {
      time += random() % 3U;
      source.next([&](const Tuple &tuple) {
        windows.add(tuple, time, static_cast<std::int64_t>(i), source.tools);
      });
      for (std::int64_t end = slide; end <= time + length; end += slide) {
        expected[i] += time < end && time >= end - length ? 1 : 0;
      }
      windows.advance(time, source.tools, count);
    }
    windows.advance(time + length + slide, source.tools, count);
    CHECK(in == expected);
    std::string acks = source.acks();
    CHECK(std::count(acks.begin(), acks.end(), ' ') == 1000);
  }
}

TEST_CASE("windows of nothing are refused") {
  CHECK_THROWS_AS(CountWindows<int>(0, 1), std::invalid_argument);
  CHECK_THROWS_AS(TimeWindows<int>(1, 0), std::invalid_argument);
}

} // namespace
