// What each task of a worker uses and sends, for plans by measured load.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace eyewall::worker {

/// Processor time of the calling thread.
[[nodiscard]] std::int64_t thread_ns();

/// Of one thread: who begins is charged with what it uses and with what is sent, until the next one
/// begins.
class Loads {
public:
  /// Lines, since the last ones:
  ///
  ///   used  TASK NS
  ///   sent  TASK TO TUPLES BYTES
  void report(std::string &lines);

  /// Nothing is charged until begin().
  void start(std::int64_t now_ns) noexcept { since_ns_ = now_ns; }
  void begin(std::int32_t task) { running_ = &tasks_[task]; }
  void end(std::int64_t now_ns) noexcept {
    running_->used_ns += now_ns - since_ns_;
    since_ns_ = now_ns;
    running_ = nullptr;
  }

  /// By who runs; `bytes` as on a network.
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
    std::vector<Sent> sent; ///< by receiver
  };

  std::map<std::int32_t, Task> tasks_;
  Task *running_ = nullptr;
  std::int64_t since_ns_ = 0;
};

} // namespace eyewall::worker
