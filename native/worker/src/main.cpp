// eyewall-native-worker: a worker of a Storm cluster, started by the JVM that Storm's supervisor
// starts. It reads its plan as lines from standard input, and writes reports as lines to standard
// output (plan.hpp, worker.hpp). When standard input ends, the process exits, whatever its tasks
// are doing.
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

/// Writes all bytes, on any thread. Ignores errors: if the parent process has ended, standard input
/// ends, too.
void write_lines(int to, const std::string &lines) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  for (std::size_t written = 0; written < lines.size();) {
    const ssize_t size = write(to, lines.data() + written, lines.size() - written);
    if (size < 0) {
      return;
    }
    written += static_cast<std::size_t>(size);
  }
}

} // namespace

int main() {
  std::signal(SIGPIPE, SIG_IGN);
  // The parent process stops this one; a supervisor's SIGTERM reaches both.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  // Standard input and output are the worker's; output of tasks goes to standard error.
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): fcntl() and open() are variadic
  const int input = fcntl(0, F_DUPFD_CLOEXEC, 3);
  const int output = fcntl(1, F_DUPFD_CLOEXEC, 3);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, 0);
  dup2(2, 1);
  fcntl(input, F_SETFL, fcntl(input, F_GETFL) | O_NONBLOCK);
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
  int status = 0;
  try {
    std::thread([input] {
      eyewall::ring::wait_for_end(input);
      // Give it a moment to close its tasks and end by itself.
      poll(nullptr, 0, 5000);
      std::_Exit(0);
    }).detach();
    // Written whatever the tasks are doing, like heartbeats of Storm's workers.
    std::thread([output] {
      for (;; std::this_thread::sleep_for(std::chrono::seconds(1))) {
        write_lines(output, eyewall::worker::line_of({"alive"}));
      }
    }).detach();
    eyewall::worker::Worker worker(
        input, [output](const std::string &lines) { write_lines(output, lines); });
    worker.run();
  } catch (const std::exception &e) {
    write_lines(output, eyewall::worker::line_of({"died", e.what()}));
    std::fprintf(stderr, "eyewall-native-worker: %s\n", e.what());
    status = 70;
  }
  // Not exit(): a task's thread may still run, and must not lose statics to their destructors.
  std::fflush(nullptr);
  std::_Exit(status);
}
