#include "loads.hpp"

#include <ctime>
#include <utility>

#include "plan.hpp"

namespace eyewall::worker {

std::int64_t thread_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void Loads::report(std::string &lines) {
  for (auto &[task, load] : tasks_) {
    const std::string name = std::to_string(task);
    lines += line_of({"used", name, std::to_string(std::exchange(load.used_ns, 0))});
    for (std::size_t to = 0; to < load.sent.size(); ++to) {
      const Sent sent = std::exchange(load.sent[to], {});
      if (sent.tuples > 0) {
        lines += line_of({"sent", name, std::to_string(to), std::to_string(sent.tuples),
                          std::to_string(sent.bytes)});
      }
    }
  }
}

} // namespace eyewall::worker
