// One task in a process of its own, between two rings.
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

/// How a child ends; its exit code.
enum class End : std::uint8_t {
  closed = 0,       ///< it was told to, or whoever started it has gone
  usage = 64,       ///< called with the wrong arguments
  died = 70,        ///< the task threw, or could not be made; that was said
  no_memory = 74,   ///< for the rings, a thread or the library: another attempt may succeed
  bad_protocol = 76 ///< the other side wrote what is no ring
};

/// Hands over batches to a task and what it says back, in the main thread. Each batch that was
/// worked off is followed by a `done` frame with how many that were.
class Child {
public:
  Child(const ring::Place &in, const ring::Place &out, const ring::Bell &bell)
      : in_(in), out_(out), bell_(bell) {}

  /// Until the task is closed or can't go on.
  [[nodiscard]] End run(const eyewall_library &functions, eyewall_task *task);

  /// Says that there is no task, and why.
  void die(const std::string &why);

private:
  enum class Next : std::uint8_t { batch, output, end };

  [[nodiscard]] Next await();
  [[nodiscard]] std::span<const std::uint8_t> take(const ring::Record &record);
  [[nodiscard]] static bool closes(std::span<const std::uint8_t> batch);
  [[nodiscard]] bool much_unread();
  [[nodiscard]] bool hand_over(const eyewall_library &functions, eyewall_task *task);
  [[nodiscard]] bool send(std::span<const std::uint8_t> frames);

  ring::Reader in_;
  ring::Writer out_;
  ring::Bell bell_;
  ring::Record record_;
  std::vector<std::uint8_t> parts_; ///< of a batch that is longer than a record
  std::vector<std::uint8_t> closing_;
  std::uint64_t done_ = 0;
};

} // namespace eyewall::host
