// One task of a worker: its queue, and what it does with what is in it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace eyewall::worker {

/// Messages in the order of their arrival.
class MessageQueue {
public:
  void add(std::span<const std::uint8_t> head, std::span<const std::uint8_t> values);
  /// The oldest; the view is valid until add() or drop().
  [[nodiscard]] std::span<const std::uint8_t> first() const noexcept;
  void drop();

  [[nodiscard]] bool empty() const noexcept { return begin_ == bytes_.size(); }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return bytes_.size() - begin_; }

private:
  std::vector<std::uint8_t> bytes_; // each with its length, u32, before it
  std::size_t begin_ = 0;
};

/// Clocks of one moment.
struct Now {
  [[nodiscard]] static Now read();

  std::int64_t us = 0;
  [[nodiscard]] std::int64_t ms() const noexcept { return us / 1000; }
};

class Executor {
public:
  /// A queue that is fuller takes no more; it does again when it is half as full.
  static constexpr std::size_t full_bytes = std::size_t{1024} * 1024;

  Executor() = default;
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;
  Executor(Executor &&) = delete;
  Executor &operator=(Executor &&) = delete;
  virtual ~Executor() = default;

  MessageQueue queue;

  /// For back pressure, with hysteresis.
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
  /// Does some of what there is to do; returns whether that was anything.
  virtual bool step(Now now) = 0;
  /// Of a bolt: whether its receivers take no more; what it has been sent waits, then.
  [[nodiscard]] virtual bool is_blocked() const { return false; }
  /// Timers; about every 10 ms.
  virtual void on_time(Now /*now*/) {}
  virtual void close() {}
  /// Lines for the process that started the worker: what was logged, and, if `counts`, statistics.
  virtual void report(std::string & /*lines*/, bool /*counts*/) {}

private:
  bool full_ = false;
};

} // namespace eyewall::worker
