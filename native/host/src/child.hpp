// One task in a child process, connected by two rings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <eyewall/ring/bell.hpp>
#include <eyewall/ring/ring.hpp>
#include <eyewall/task/abi.h>
#include <eyewall/task/frame.hpp>

namespace eyewall::host {

/// The exit code of a child.
enum class End : std::uint8_t {
  closed = 0,       ///< it was told to close, or the parent process has ended
  usage = 64,       ///< called with the wrong arguments
  died = 70,        ///< the task threw, or could not be created; a frame reported it
  no_memory = 74,   ///< no memory for rings, a thread or the library; a later attempt may succeed
  bad_protocol = 76 ///< the other side wrote invalid data into a ring
};

/// Passes batches to a task and its output back, on the main thread. After each processed batch it
/// sends a `done` frame with the number of batches processed so far.
class Child {
public:
  Child(const ring::Place &in, const ring::Place &out, const ring::Bell &bell)
      : in_(in), out_(out), bell_(bell) {}

  /// Runs until the task is closed or fails.
  [[nodiscard]] End run(const eyewall_library &functions, eyewall_task *task);

  /// Reports that the task could not be created, and the reason.
  void report_failure(const std::string &why);

private:
  enum class Next : std::uint8_t { batch, output, end };

  [[nodiscard]] Next await();
  [[nodiscard]] std::span<const std::uint8_t> assemble(const ring::Record &record);
  [[nodiscard]] static bool contains_close(std::span<const std::uint8_t> batch);
  [[nodiscard]] bool much_unread();
  [[nodiscard]] bool hand_over(const eyewall_library &functions, eyewall_task *task);
  [[nodiscard]] bool send(std::span<const std::uint8_t> frames);

  ring::Reader in_;
  ring::Writer out_;
  ring::Bell bell_;
  ring::Record record_;
  std::vector<std::uint8_t> parts_; ///< parts of a batch that is longer than a record
  std::vector<std::uint8_t> closing_;
  std::uint64_t done_ = 0;
};

} // namespace eyewall::host
