#include "worker.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "acker.hpp"
#include "bolt_task.hpp"
#include "spout_task.hpp"

namespace eyewall::worker {
namespace {

constexpr std::int64_t timer_interval_ms = 10;
constexpr std::int64_t report_interval_ms = 1000;
/// Time to flush the sockets of a stopping worker.
constexpr std::int64_t max_flush_ms = 1000;

} // namespace

Worker::Worker(int input, std::function<void(const std::string &)> write)
    : input_(input), write_(std::move(write)),
      network_([this](std::uint16_t task, std::span<const std::uint8_t> payload) {
        if (Executor *executor = executor_of(task)) {
          executor->queue.add(payload, {});
        }
      }) {
  if (pipe(wake_pipe_) != 0) {
    throw std::runtime_error("no pipe");
  }
  for (const int end : wake_pipe_) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): fcntl() is variadic
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
}

Worker::~Worker() {
  executors_.clear(); // while their threads can still write to the pipe
  close(wake_pipe_[0]);
  close(wake_pipe_[1]);
}

Executor *Worker::executor_of(std::int32_t task) const {
  const auto index = static_cast<std::size_t>(task);
  return index < by_task_.size() ? by_task_[index] : nullptr;
}

void Worker::send(std::int32_t task, std::span<const std::uint8_t> head,
                  std::span<const std::uint8_t> values) {
  if (loads_) {
    loads_->sent(task, wire::task_message_header + head.size() + values.size());
  }
  if (Executor *executor = executor_of(task)) {
    executor->queue.add(head, values);
  } else {
    network_.send(task, head, values);
  }
}

bool Worker::is_own(std::int32_t task) const { return executor_of(task) != nullptr; }

bool Worker::is_full(std::int32_t task) const {
  Executor *executor = executor_of(task);
  return executor != nullptr ? executor->is_full() : network_.is_full(task);
}

double Worker::load_of(std::int32_t task) const {
  const Executor *executor = executor_of(task);
  return executor != nullptr ? executor->load() : network_.load_of(task);
}

bool Worker::read_input() {
  std::array<char, 65536> bytes{};
  for (;;) {
    const ssize_t size = read(input_, bytes.data(), bytes.size());
    if (size > 0) {
      reader_.add({bytes.data(), static_cast<std::size_t>(size)});
    } else if (size < 0 && errno == EINTR) {
      continue;
    } else {
      return size < 0 && errno == EAGAIN;
    }
  }
}

void Worker::start() {
  const Plan &plan = reader_.plan();
  MessageSender &sender = *this;
  network_.listen(plan.port, plan.worker_id);
  const auto wake = [this] {
    const char byte = 1;
    static_cast<void>(write(wake_pipe_[1], &byte, 1) == 1); // a full pipe wakes the worker anyway
  };
  for (const OwnTask &own : plan.own) {
    std::unique_ptr<Executor> &executor = executors_[own.task];
    switch (own.role) {
    case Role::bolt:
      executor = std::make_unique<BoltTask>(plan, own, libraries_, sender, wake);
      break;
    case Role::spout:
      executor = std::make_unique<SpoutTask>(plan, own, libraries_, sender, wake);
      break;
    case Role::acker:
      executor = std::make_unique<Acker>(plan, own, sender);
      break;
    }
    const auto index = static_cast<std::size_t>(own.task);
    by_task_.resize(std::max(by_task_.size(), index + 1));
    by_task_[index] = executor.get();
  }
  if (plan.loads) {
    loads_.emplace();
  }
  started_ = true;
}

void Worker::apply_changes() {
  Change change = reader_.take_change();
  stopped_ = stopped_ || change.stop;
  if (change.places) {
    network_.place(*change.places);
  }
  if (change.active) {
    active_ = *change.active;
    for (const auto &[task, executor] : executors_) {
      if (open_) {
        executor->set_active(active_);
      }
    }
  }
}

bool Worker::step(std::int32_t task, Executor &executor, Now at) {
  if (!loads_) {
    return executor.step(at);
  }
  loads_->begin(task);
  const bool busy = executor.step(at);
  loads_->end(thread_ns());
  return busy;
}

bool Worker::step(Now at) {
  // As in Storm, executors start when all connections exist.
  if (!open_) {
    if (!network_.all_connected()) {
      return false;
    }
    open_ = true;
    for (const auto &[task, executor] : executors_) {
      executor->open(active_);
    }
    write_(line_of({"ready"}));
  }
  bool busy = false;
  std::pair<std::int32_t, Executor *> held{-1, nullptr};
  if (loads_) {
    loads_->start(thread_ns());
  }
  for (const auto &[task, executor] : executors_) {
    if (executor->is_blocked()) {
      held = executor->queue.empty() ? held : std::pair{task, executor.get()};
    } else if (step(task, *executor, at)) {
      busy = true;
    }
  }
  // Bolts in a cycle may all block each other; then one continues, and its receivers' queues grow.
  if (!busy && held.second != nullptr) {
    bool others = false;
    for (const auto &[task, executor] : executors_) {
      others = others || (!executor->is_blocked() && !executor->queue.empty());
    }
    bool outside = false;
    for (const auto &[task, component] : reader_.plan().components) {
      outside = outside || (!is_own(task) && network_.is_full(task));
    }
    if (!others && !outside) {
      busy = step(held.first, *held.second, at);
    }
  }
  return busy;
}

void Worker::wait(bool busy) {
  polled_.clear();
  polled_.push_back({input_, POLLIN, 0});
  polled_.push_back({wake_pipe_[0], POLLIN, 0});
  if (started_) {
    network_.add_to(polled_);
  }
  // A spout in back-off is called again after a millisecond.
  const int timeout_ms = busy ? 0 : open_ && active_ ? 1 : static_cast<int>(timer_interval_ms);
  if (poll(polled_.data(), static_cast<nfds_t>(polled_.size()), timeout_ms) < 0) {
    if (errno != EINTR) {
      throw std::runtime_error("poll failed");
    }
    return;
  }
  if ((polled_[1].revents & POLLIN) != 0) {
    std::array<char, 256> bytes{};
    while (read(wake_pipe_[0], bytes.data(), bytes.size()) > 0) {
    }
  }
  if (started_) {
    network_.on_polled(std::span(polled_).subspan(2));
  }
}

void Worker::on_time(Now at) {
  if (at.ms() - timers_ran_ms_ < timer_interval_ms && timers_ran_ms_ >= 0) {
    return;
  }
  timers_ran_ms_ = at.ms();
  std::set<std::int32_t> waiting;
  for (const auto &[task, executor] : executors_) {
    if (open_) {
      executor->on_time(at);
    }
    if (executor->is_full()) {
      waiting.insert(task);
    }
  }
  network_.send_back_pressure(waiting);
  const bool counts = reported_ms_ < 0 || at.ms() - reported_ms_ >= report_interval_ms;
  if (counts) {
    reported_ms_ = at.ms();
    wire::LoadMetrics loads;
    for (const auto &[task, executor] : executors_) {
      loads[task] = executor->load();
    }
    network_.send_loads(loads);
  }
  report(counts);
}

void Worker::report(bool counts) {
  std::string lines;
  for (const auto &[task, executor] : executors_) {
    executor->report(lines, counts);
  }
  if (counts && loads_) {
    loads_->report(lines);
  }
  if (counts && network_.lost() > lost_) {
    lines += line_of({"lost", std::to_string(network_.lost() - lost_)});
    lost_ = network_.lost();
  }
  if (!lines.empty()) {
    write_(lines);
  }
}

void Worker::stop() {
  if (!open_) {
    return;
  }
  for (const auto &[task, executor] : executors_) {
    executor->close();
  }
  const std::int64_t end_ms = Now::read().ms() + max_flush_ms;
  for (std::int64_t at_ms = Now::read().ms(); at_ms < end_ms; at_ms = Now::read().ms()) {
    network_.flush(at_ms);
    if (network_.is_flushed()) {
      break;
    }
    wait(false);
  }
  report(true);
}

void Worker::run() {
  bool busy = false;
  while (!stopped_) {
    wait(busy);
    if ((polled_[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && !read_input()) {
      break;
    }
    if (!reader_.complete()) {
      busy = false;
      continue;
    }
    if (!started_) {
      start();
    }
    apply_changes();
    const Now at = Now::read();
    busy = step(at);
    on_time(at);
    network_.flush(at.ms());
  }
  stop();
}

} // namespace eyewall::worker
