// eyewall-native-worker: a worker of a Storm cluster, which the JVM that Storm's supervisor has
// started runs. What it is to do comes in lines from standard input, what it says goes to standard
// output (plan.hpp, worker.hpp). When standard input ends, so does it, whatever its tasks are
// doing.
#include "worker.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <eyewall/ring/bell.hpp>

namespace {

/// All of it, by any thread; whoever doesn't listen has gone, which standard input says, too.
void say(int to, const std::string &lines) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  for (std::size_t said = 0; said < lines.size();) {
    const ssize_t size = write(to, lines.data() + said, lines.size() - said);
    if (size < 0) {
      return;
    }
    said += static_cast<std::size_t>(size);
  }
}

} // namespace

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  // Whoever started it stops it: a supervisor's SIGTERM is for both.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  // Standard input and output are its own; what tasks write goes to standard error.
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): that is how fcntl() and open() are
  const int hear = fcntl(0, F_DUPFD_CLOEXEC, 3);
  const int tell = fcntl(1, F_DUPFD_CLOEXEC, 3);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, 0);
  dup2(2, 1);
  fcntl(hear, F_SETFL, fcntl(hear, F_GETFL) | O_NONBLOCK);
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
  int status = 0;
  try {
    std::thread([hear] {
      eyewall::ring::wait_for_end(hear);
      // It has a moment to end by itself, with its tasks closed.
      poll(nullptr, 0, 5000);
      std::_Exit(0);
    }).detach();
    // Whatever its tasks are doing: a heart beats, as in Storm's workers.
    std::thread([tell] {
      for (;; std::this_thread::sleep_for(std::chrono::seconds(1))) {
        say(tell, eyewall::worker::line_of({"alive"}));
      }
    }).detach();
    eyewall::worker::Worker worker(hear, [tell](const std::string &lines) { say(tell, lines); });
    worker.run();
  } catch (const std::exception &e) {
    say(tell, eyewall::worker::line_of({"died", e.what()}));
    std::fprintf(stderr, "eyewall-native-worker: %s\n", e.what());
    status = 70;
  }
  // Not exit(): a thread of a task may still run, and destructors of statics would pull its floor.
  std::fflush(nullptr);
  std::_Exit(status);
}
