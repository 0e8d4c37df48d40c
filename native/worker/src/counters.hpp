// The counts of a task for Storm's statistics since the last report.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace eyewall::worker {

struct Emitted {
  std::uint64_t emitted = 0;
  std::uint64_t transferred = 0;
};

/// A count of events, and their total time.
struct Timed {
  std::uint64_t count = 0;
  std::int64_t total_us = 0;

  void add(std::uint64_t more, std::int64_t took_us) noexcept {
    count += more;
    total_us += took_us;
  }
};

/// The counts of one source of a bolt, or one stream of a spout.
struct Handled {
  Timed executed;
  Timed acked;
  std::uint64_t failed = 0;
};

} // namespace eyewall::worker
