// A whole worker of a Storm cluster: its tasks and its connections to other workers. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "executor.hpp"
#include "loads.hpp"
#include "native_task.hpp"
#include "network.hpp"
#include "outlet.hpp"
#include "plan.hpp"

namespace eyewall::worker {

/// Reads lines (plan.hpp) from `input`, and writes these lines to `write`:
///
///   alive                                   every second (main.cpp)
///   ready                                   all connections exist, tasks are open
///   emitted   TASK STREAM EMITTED TRANSFERRED          counts since the last line, every second
///   handled   TASK COMPONENT STREAM EXECUTED US ACKED US FAILED
///   used      TASK NS                                  processor time; these two lines only
///   sent      TASK TO TUPLES BYTES                     if the plan has loads 1
///   lost      MESSAGES                                 lost, for unreachable workers
///   log       TASK LEVEL TEXT
///   report    TASK TEXT
class Worker final : private MessageSender {
public:
  /// The caller keeps the ownership of the descriptors. `input` must be non-blocking.
  Worker(int input, std::function<void(const std::string &)> write);
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;
  Worker(Worker &&) = delete;
  Worker &operator=(Worker &&) = delete;
  ~Worker() override;

  /// Runs until a `stop` line or the end of `input`. Throws std::exception if a task throws or the
  /// plan is invalid.
  void run();

private:
  // MessageSender
  void send(std::int32_t task, std::span<const std::uint8_t> head,
            std::span<const std::uint8_t> values) override;
  [[nodiscard]] bool is_own(std::int32_t task) const override;
  [[nodiscard]] bool is_full(std::int32_t task) const override;
  [[nodiscard]] double load_of(std::int32_t task) const override;

  bool read_input();
  void start();
  void apply_changes();
  bool step(Now at);
  bool step(std::int32_t task, Executor &executor, Now at);
  void wait(bool busy);
  void on_time(Now at);
  void report(bool counts);
  void stop();
  [[nodiscard]] Executor *executor_of(std::int32_t task) const;

  int input_;
  std::function<void(const std::string &)> write_;
  int wake_pipe_[2] = {-1, -1}; // a pipe that tasks' threads write to, to wake the worker
  PlanReader reader_;
  Network network_;
  Libraries libraries_;
  std::map<std::int32_t, std::unique_ptr<Executor>> executors_;
  std::vector<Executor *> by_task_;
  std::optional<Loads> loads_; ///< empty if loads are not reported
  std::vector<pollfd> polled_;
  bool started_ = false;
  bool open_ = false;
  bool active_ = false;
  bool stopped_ = false;
  std::int64_t timers_ran_ms_ = -1;
  std::int64_t reported_ms_ = -1;
  std::uint64_t lost_ = 0;
};

} // namespace eyewall::worker
