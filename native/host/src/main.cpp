// eyewall-native-host FILE CAPACITY LIBRARY COMPONENT: runs one native task in a child process.
// Creates FILE with two rings, reports that by a byte on its standard output, and runs the task
// until it is closed. Each further byte there, and each byte on standard input, means that the
// rings have changed. When standard input ends, the parent process has ended, and this process
// exits, whatever the task is doing.
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

End complain(End end, const std::string &what) {
  std::cerr << "eyewall-native-host: " << what << '\n';
  return end;
}

/// Reserves standard input and output for the protocol; the task's output goes to standard error.
struct Pipes {
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): fcntl() and open() are variadic
  Pipes() : hear(fcntl(0, F_DUPFD_CLOEXEC, 3)), tell(fcntl(1, F_DUPFD_CLOEXEC, 3)) {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, 0);
    dup2(2, 1);
    if (nothing > 2) {
      close(nothing);
    }
    fcntl(tell, F_SETFL, fcntl(tell, F_GETFL) | O_NONBLOCK);
  }
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
  int hear;
  int tell;
};

/// Returns whether a library failed to load for lack of memory, so that a later attempt may
/// succeed.
bool is_for_want_of_memory(const std::string &why) {
  return why.find(std::generic_category().message(ENOMEM)) != std::string::npos;
}

End serve(const char *path, const char *component, Child &child, int woken) {
  auto opened = Library::open(path);
  if (const auto *why = std::get_if<std::string>(&opened)) {
    if (is_for_want_of_memory(*why)) {
      return complain(End::no_memory, *why);
    }
    child.die(*why);
    return End::died;
  }
  const auto library = std::get<std::shared_ptr<Library>>(opened);
  const eyewall_library &functions = library->functions();
  int wake_by = woken;
  const eyewall_host host{&wake_by, [](void *pipe_end) {
                            const char byte = 1;
                            static_cast<void>(write(*static_cast<int *>(pipe_end), &byte, 1) == 1);
                          }};
  eyewall_task *task = nullptr;
  const std::int32_t status = functions.create(component, &host, &task);
  if (status != EYEWALL_TASK_OK) {
    child.die(status == EYEWALL_TASK_UNKNOWN_COMPONENT
                  ? "'" + std::string(path) + "' has no component '" + component + "'; it has " +
                        functions.components()
                  : "a task of '" + std::string(component) + "' in '" + path +
                        "' could not be created: " + functions.error(nullptr));
    return End::died;
  }
  const End end = child.run(functions, task);
  functions.destroy(task);
  return end;
}

End run(std::span<char *> arguments) {
  std::uint64_t capacity = 0;
  if (arguments.size() == 5) {
    std::from_chars(arguments[2], arguments[2] + std::strlen(arguments[2]), capacity);
  }
  if (capacity == 0) {
    return complain(End::usage, "usage: eyewall-native-host FILE CAPACITY LIBRARY COMPONENT; it is "
                                "started by the process that runs the topology");
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, SIG_IGN); // Ctrl-C of a terminal: the parent process closes this one
  const Pipes pipes;
  // May exit while the task computes; there is nothing to clean up.
  std::thread([hear = pipes.hear] {
    eyewall::ring::wait_for_end(hear);
    std::_Exit(static_cast<int>(End::closed));
  }).detach();

  auto made = SharedFile::create(arguments[1], capacity);
  if (const auto *why = std::get_if<std::string>(&made)) {
    return complain(End::no_memory, *why);
  }
  const auto &file = std::get<std::unique_ptr<SharedFile>>(made);
  std::array<int, 2> wake{};
  if (pipe(wake.data()) != 0) {
    return complain(End::no_memory, "cannot create a pipe");
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): a task's thread must not block in wake()
  fcntl(wake[1], F_SETFL, O_NONBLOCK);
  const Bell bell(pipes.hear, pipes.tell, wake[0]);
  bell.tell();
  Child child(file->to_child(), file->from_child(), bell);
  try {
    return serve(arguments[3], arguments[4], child, wake[1]);
  } catch (const CorruptRing &e) {
    return complain(End::bad_protocol, e.what());
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
