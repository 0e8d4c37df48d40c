#include <eyewall/task/windows.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
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
    tools.take_output(said);
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

TEST_CASE("before time has come to its window's end no value is late") {
  Source source;
  TimeWindows<std::int64_t> windows(1000, 1000);
  const auto add = [&](std::int64_t time) {
    bool taken = false;
    source.next([&](const Tuple &tuple) {
      taken = windows.add(tuple, time, tuple.get<std::int64_t>(0), source.tools);
    });
    return taken;
  };
  std::string seen;
  const auto advance = [&](std::int64_t now) {
    windows.advance(now, source.tools, [&](const auto &window) {
      seen += std::to_string(window.begin) + ":" + text(window);
    });
  };
  CHECK(add(1500));
  CHECK(add(500));
  CHECK(add(-1));
  advance(-1);
  CHECK(seen.empty());
  CHECK(add(-500));
  advance(999);
  CHECK(seen == "-1000:3,4+2 ");
  CHECK(!add(-1)); // its window is over
  CHECK(add(0));
  advance(5000);
  CHECK(seen == "-1000:3,4+2 0:2,6+2 1000:1+1 ");
  CHECK(source.acks() == "4 3 5 6 2 1 "); // by time; 5 was late
  CHECK(!add(4999));                      // nothing was there, but time has come further
  CHECK(add(5000));
}

/// A number that grows with what is done for windows, whatever a clock says: of copies of values.
struct Counted {
  explicit Counted(std::int64_t of) : value(of) {}
  Counted(const Counted &other) : value(other.value) { ++copies; }
  Counted(Counted &&other) noexcept : value(other.value) { ++copies; }
  Counted &operator=(const Counted &other) = default;
  Counted &operator=(Counted &&other) noexcept {
    value = other.value;
    ++copies;
    return *this;
  }
  ~Counted() = default;
  std::int64_t value;
  static inline std::uint64_t copies = 0;
};

TEST_CASE("windows that nothing is in cost nothing, however many are between two values") {
  constexpr std::int64_t ages[] = {1'700'000'000'000, std::numeric_limits<std::int64_t>::max() - 7};
  for (const std::int64_t now : ages) {
    Source source;
    TimeWindows<std::int64_t> windows(10, 1);
    int fired = 0;
    const auto count = [&](const auto & /*window*/) { ++fired; };
    for (const std::int64_t time : {std::int64_t{0}, now - 20}) {
      source.next([&](const Tuple &tuple) { CHECK(windows.add(tuple, time, 1, source.tools)); });
    }
    windows.advance(now, source.tools, count);
    CHECK(fired == 20);
    CHECK(source.acks() == "1 2 ");
    windows.advance(std::numeric_limits<std::int64_t>::max(), source.tools, count);
    CHECK(fired == 20);
  }
}

TEST_CASE("times at both ends of all times are taken or refused like others") {
  constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
  for (const auto &shape :
       {std::pair<std::int64_t, std::int64_t>{30, 10}, {10, 10}, {3, 1000}, {last, 7}}) {
    const std::int64_t length = shape.first;
    const std::int64_t slide = shape.second;
    Source source;
    TimeWindows<std::int64_t> windows(length, slide);
    for (const std::int64_t time : {first, first + 1, first + 1001, last - 1001, last - 1, last}) {
      source.next([&](const Tuple &tuple) { windows.add(tuple, time, 1, source.tools); });
    }
    windows.advance(first + 2500, source.tools, [&](const auto &window) {
      CHECK(window.end % slide == 0);
      CHECK(window.end <= first + 2500);
      CHECK(!window.values.empty());
    });
    if (length < last) {
      windows.advance(last, source.tools,
                      [&](const auto &window) { CHECK(window.end - window.begin == length); });
    }
  }
}

TEST_CASE("what is done for windows grows with their values, not with those that wait") {
  const auto copies = [](auto make, std::int64_t values) {
    Source source;
    auto windows = make();
    Counted::copies = 0;
    for (std::int64_t i = 0; i < values; ++i) {
      source.next([&](const Tuple &tuple) { windows(tuple, i, source.tools); });
    }
    return Counted::copies;
  };
  // Half of the values belong to the next window.
  const auto interleaved = [] {
    return [windows = TimeWindows<Counted>(1000, 1000)](const Tuple &tuple, std::int64_t i,
                                                        Tools &tools) mutable {
      const std::int64_t begin = i / 1000 * 1000;
      windows.add(tuple, begin + (i % 2 == 0 ? 500 : 1500), Counted(i), tools);
      if (i % 1000 == 999) {
        windows.advance(begin + 1000, tools, [](const auto & /*window*/) {});
      }
    };
  };
  // The windows share all but one of their values.
  const auto sliding = [] {
    return [windows = CountWindows<Counted>(1000, 1)](const Tuple &tuple, std::int64_t i,
                                                      Tools &tools) mutable {
      windows.add(tuple, Counted(i), tools, [](const auto & /*window*/) {});
    };
  };
  for (const std::int64_t values : {10'000, 20'000}) {
    CHECK(copies(interleaved, values) < static_cast<std::uint64_t>(10 * values));
    CHECK(copies(sliding, values) < static_cast<std::uint64_t>(10 * values));
  }
}

TEST_CASE("random values by time are in the windows that a search finds") {
  std::mt19937 random(9); // NOLINT: the same every time
  for (int round = 0; round < 300; ++round) {
    const std::int64_t length = 1 + static_cast<std::int64_t>(random() % 20U);
    const std::int64_t slide = 1 + static_cast<std::int64_t>(random() % 20U);
    Source source;
    TimeWindows<std::int64_t> windows(length, slide);
    std::vector<std::pair<std::int64_t, std::int64_t>> times; // of what is taken, by its number
    std::vector<std::pair<std::int64_t, std::int64_t>> fired; // [begin, end)
    std::int64_t now = std::numeric_limits<std::int64_t>::min();
    const auto is_end = [&](std::int64_t time) { return (time % slide + slide) % slide == 0; };
    for (int i = 0; i < 60; ++i) {
      const std::int64_t time = -50 + i * static_cast<std::int64_t>(random() % 3U) +
                                static_cast<std::int64_t>(random() % 15U);
      bool in_one = false;
      for (std::int64_t end = time + 1; end <= time + length; ++end) {
        in_one = in_one || (is_end(end) && end > now);
      }
      source.next([&](const Tuple &tuple) {
        CHECK(windows.add(tuple, time, tuple.get<std::int64_t>(0), source.tools) == in_one);
        if (in_one) {
          times.emplace_back(tuple.get<std::int64_t>(0), time);
        }
      });
      if (random() % 2U == 0) {
        now = std::max(now, time - 3);
        windows.advance(now, source.tools, [&](const Window<std::int64_t> &window) {
          CHECK((fired.empty() || fired.back().second < window.end));
          fired.emplace_back(window.begin, window.end);
          CHECK((window.end - window.begin == length && is_end(window.end) && window.end <= now));
          std::vector<std::int64_t> expected;
          for (const auto &[number, at] : times) {
            if (at >= window.begin && at < window.end) {
              expected.push_back(number);
            }
          }
          std::vector<std::int64_t> values(window.values.begin(), window.values.end());
          std::sort(values.begin(), values.end());
          CHECK(values == expected);
          CHECK(!values.empty());
        });
      }
    }
  }
}

TEST_CASE("windows of nothing are refused") {
  CHECK_THROWS_AS(CountWindows<int>(0, 1), std::invalid_argument);
  CHECK_THROWS_AS(TimeWindows<int>(1, 0), std::invalid_argument);
}

} // namespace
