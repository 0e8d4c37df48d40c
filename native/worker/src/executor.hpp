// One task of a worker, with its queue.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace eyewall::worker {

/// Messages in order of arrival.
class MessageQueue {
public:
  void add(std::span<const std::uint8_t> head, std::span<const std::uint8_t> values);
  /// Returns the oldest message; the view is valid until add() or drop().
  [[nodiscard]] std::span<const std::uint8_t> first() const noexcept;
  void drop();

  [[nodiscard]] bool empty() const noexcept { return begin_ == bytes_.size(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return bytes_.size() - begin_; }

private:
  std::vector<std::uint8_t> bytes_; // messages, each preceded by its length (u32)
  std::size_t begin_ = 0;
};

/// A point in time.
struct Now {
  [[nodiscard]] static Now read();

  std::int64_t us = 0;
  [[nodiscard]] std::int64_t ms() const noexcept { return us / 1000; }
};

class Executor {
public:
  /// Queue size above which the task is under back-pressure, until its queue has shrunk to half of
  /// it.
  static constexpr std::size_t full_bytes = std::size_t{1024} * 1024;

  Executor() = default;
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;
  Executor(Executor &&) = delete;
  Executor &operator=(Executor &&) = delete;
  virtual ~Executor() = default;

  MessageQueue queue;

  /// Returns whether the task is under back-pressure, with hysteresis.
  [[nodiscard]] bool is_full() noexcept {
    const std::size_t size = queue.size_bytes();
    full_ = size > full_bytes || (full_ && size > full_bytes / 2);
    return full_;
  }
  [[nodiscard]] double load() const noexcept {
    const double load = static_cast<double>(queue.size_bytes()) / static_cast<double>(full_bytes);
    return load < 1 ? load : 1;
  }

  virtual void open(bool active) = 0;
  virtual void set_active(bool /*active*/) {}
  /// Does a limited amount of work; returns whether there was any.
  virtual bool step(Now now) = 0;
  /// Returns whether the receivers of a bolt are full; its queued messages then wait.
  [[nodiscard]] virtual bool is_blocked() const { return false; }
  /// Runs timers; called about every 10 ms.
  virtual void on_time(Now /*now*/) {}
  virtual void close() {}
  /// Appends lines for the parent process: logs, and statistics if `counts`.
  virtual void report(std::string & /*lines*/, bool /*counts*/) {}

private:
  bool full_ = false;
};

} // namespace eyewall::worker
