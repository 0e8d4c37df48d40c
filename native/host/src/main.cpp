// eyewall-native-host FILE CAPACITY LIBRARY COMPONENT: runs one native task in a child process.
// Creates FILE with two rings, reports that by a byte on its standard output, and runs the task
// until it is closed. Each further byte there, and each byte on standard input, means that the
// rings have changed. When standard input ends, the parent process has ended, and this process
// exits, whatever the task is doing.
//
// eyewall-native-host LIBRARY: loads a library and exits, so that a process that is to load it can
// learn first whether it survives that.
#include "child.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <variant>

#include <eyewall/ring/shared_file.hpp>
#include <eyewall/task/loader.hpp>

namespace {

using eyewall::host::Child;
using eyewall::host::End;
using eyewall::ring::Bell;
using eyewall::ring::CorruptRing;
using eyewall::ring::SharedFile;
using eyewall::task::Library;

End fail_with(End end, const std::string &what) {
  std::cerr << "eyewall-native-host: " << what << '\n';
  return end;
}

/// Reserves standard input and output for the protocol; the task's output goes to standard error.
struct Pipes {
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): fcntl() and open() are variadic
  Pipes() : from_parent(fcntl(0, F_DUPFD_CLOEXEC, 3)), to_parent(fcntl(1, F_DUPFD_CLOEXEC, 3)) {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, 0);
    dup2(2, 1);
    if (nothing > 2) {
      close(nothing);
    }
    fcntl(to_parent, F_SETFL, fcntl(to_parent, F_GETFL) | O_NONBLOCK);
  }
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
  int from_parent;
  int to_parent;
};

/// Returns whether a library failed to load for lack of memory, so that a later attempt may
/// succeed.
bool is_for_want_of_memory(const std::string &why) {
  return why.find(std::generic_category().message(ENOMEM)) != std::string::npos;
}

End run_task(const char *path, const char *component, Child &child, int wake_pipe) {
  auto opened = Library::open(path);
  if (const auto *why = std::get_if<std::string>(&opened)) {
    if (is_for_want_of_memory(*why)) {
      return fail_with(End::no_memory, *why);
    }
    child.report_failure(*why);
    return End::died;
  }
  const auto library = std::get<std::shared_ptr<Library>>(opened);
  const eyewall_library &functions = library->functions();
  int wake_pipe_end = wake_pipe;
  const eyewall_host host{&wake_pipe_end, [](void *pipe_end) {
                            const char byte = 1;
                            static_cast<void>(write(*static_cast<int *>(pipe_end), &byte, 1) == 1);
                          }};
  eyewall_task *task = nullptr;
  const std::int32_t status = functions.create(component, &host, &task);
  if (status != EYEWALL_TASK_OK) {
    child.report_failure(status == EYEWALL_TASK_UNKNOWN_COMPONENT
                             ? "'" + std::string(path) + "' has no component '" + component +
                                   "'; it has " + functions.components()
                             : "a task of '" + std::string(component) + "' in '" + path +
                                   "' could not be created: " + functions.error(nullptr));
    return End::died;
  }
  const End end = child.run(functions, task);
  functions.destroy(task);
  return end;
}

End try_library(const char *path) {
  const auto opened = Library::open(path);
  const auto *why = std::get_if<std::string>(&opened);
  return why == nullptr ? End::closed : fail_with(End::died, *why);
}

End run(std::span<char *> arguments) {
  if (arguments.size() == 2) {
    return try_library(arguments[1]);
  }
  std::uint64_t capacity = 0;
  if (arguments.size() == 5) {
    std::from_chars(arguments[2], arguments[2] + std::strlen(arguments[2]), capacity);
  }
  if (capacity == 0) {
    return fail_with(End::usage,
                     "usage: eyewall-native-host [FILE CAPACITY] LIBRARY [COMPONENT]; it is "
                     "started by the process that runs the topology");
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, SIG_IGN); // Ctrl-C of a terminal: the parent process closes this one
  const Pipes pipes;
  // May exit while the task computes; there is nothing to clean up.
  std::thread([from_parent = pipes.from_parent] {
    eyewall::ring::wait_for_end(from_parent);
    std::_Exit(static_cast<int>(End::closed));
  }).detach();

  auto made = SharedFile::create(arguments[1], capacity);
  if (const auto *why = std::get_if<std::string>(&made)) {
    return fail_with(End::no_memory, *why);
  }
  const auto &file = std::get<std::unique_ptr<SharedFile>>(made);
  std::array<int, 2> wake{};
  if (pipe(wake.data()) != 0) {
    return fail_with(End::no_memory, "cannot create a pipe");
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): a task's thread must not block in wake()
  fcntl(wake[1], F_SETFL, O_NONBLOCK);
  const Bell bell(pipes.from_parent, pipes.to_parent, wake[0]);
  bell.ring();
  Child child(file->to_child(), file->from_child(), bell);
  try {
    return run_task(arguments[3], arguments[4], child, wake[1]);
  } catch (const CorruptRing &e) {
    return fail_with(End::bad_protocol, e.what());
  }
}

} // namespace

int main(int count, char **arguments) {
  End end = End::no_memory;
  try {
    end = run({arguments, static_cast<std::size_t>(count)});
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
  }
  // Not exit(): a task's thread may still run, and must not lose statics to their destructors.
  std::cerr.flush();
  std::fflush(nullptr);
  std::_Exit(static_cast<int>(end));
}
