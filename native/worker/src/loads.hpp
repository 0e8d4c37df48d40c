// Processor time and traffic of each task of a worker, for placement by measured load.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace eyewall::worker {

/// Returns the processor time of the calling thread.
[[nodiscard]] std::int64_t thread_ns();

/// The loads of the tasks of one thread. The running task is charged with the processor time and
/// the messages sent from begin() to end().
class Loads {
public:
  /// Appends the loads since the last report as lines:
  ///
  ///   used  TASK NS
  ///   sent  TASK TO TUPLES BYTES
  void report(std::string &lines);

  /// Starts measuring; time before is not charged.
  void start(std::int64_t now_ns) noexcept { since_ns_ = now_ns; }
  void begin(std::int32_t task) { running_ = &tasks_[task]; }
  void end(std::int64_t now_ns) noexcept {
    running_->used_ns += now_ns - since_ns_;
    since_ns_ = now_ns;
    running_ = nullptr;
  }

  /// Charges the running task with a message of `bytes` as on a network.
  void sent(std::int32_t to, std::size_t bytes) {
    if (running_ == nullptr) {
      return;
    }
    const auto index = static_cast<std::size_t>(to);
    if (index >= running_->sent.size()) {
      running_->sent.resize(index + 1);
    }
    Sent &sent = running_->sent[index];
    ++sent.tuples;
    sent.bytes += bytes;
  }

private:
  struct Sent {
    std::uint64_t tuples = 0;
    std::uint64_t bytes = 0;
  };
  struct Task {
    std::int64_t used_ns = 0;
    std::vector<Sent> sent; ///< indexed by receiver
  };

  std::map<std::int32_t, Task> tasks_;
  Task *running_ = nullptr;
  std::int64_t since_ns_ = 0;
};

} // namespace eyewall::worker
