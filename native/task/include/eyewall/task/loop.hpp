// The loop style: a task is one loop that absorbs tuples, emits and flushes, instead of an object
// with callbacks. A loop is a coroutine. It runs on the thread that calls the task, and returns to
// the caller wherever it awaits, so that a switch costs a few nanoseconds and needs no lock.
#pragma once

#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>

#include <eyewall/task/component.hpp>

namespace eyewall::task {

/// The return type of a loop's `run`; owns the coroutine.
class Loop {
public:
  // NOLINTBEGIN(readability-identifier-naming): the language's names
  struct promise_type {
    std::exception_ptr thrown;

    Loop get_return_object() noexcept {
      return Loop(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    static std::suspend_always initial_suspend() noexcept { return {}; }
    static std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() noexcept {}
    void unhandled_exception() noexcept { thrown = std::current_exception(); }
  };
  // NOLINTEND(readability-identifier-naming)

  Loop() = default;
  Loop(const Loop &) = delete;
  Loop &operator=(const Loop &) = delete;
  Loop(Loop &&other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  Loop &operator=(Loop &&other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~Loop() {
    if (coroutine_) {
      coroutine_.destroy();
    }
  }

  [[nodiscard]] bool ended() const noexcept { return !coroutine_ || coroutine_.done(); }

  /// Runs the loop to its next await or its end; rethrows its exceptions.
  void go_on() {
    coroutine_.resume();
    if (coroutine_.done() && coroutine_.promise().thrown) {
      std::rethrow_exception(std::exchange(coroutine_.promise().thrown, nullptr));
    }
  }

private:
  explicit Loop(std::coroutine_handle<promise_type> coroutine) noexcept : coroutine_(coroutine) {}

  std::coroutine_handle<promise_type> coroutine_;
};

/// A bolt as a loop:
///
///   Loop run(Input &input, Tools &tools) override {
///     while (const Tuple *tuple = co_await input.absorb()) { ...; tools.ack(*tuple); }
///   }
class LoopBolt : public Bolt {
public:
  /// The input of a loop.
  class Input {
  public:
    /// Awaits the next tuple, valid until the next absorb(); null when the task is closed.
    auto absorb() noexcept { return Absorb{this}; }

    /// Returns the number of tick tuples since the last call. Ticks arrive between tuples.
    std::uint32_t ticks() noexcept { return std::exchange(ticks_, 0U); }

  private:
    friend class LoopBolt;
    struct Absorb {
      Input *input;
      [[nodiscard]] static bool await_ready() noexcept { return false; }
      static void await_suspend(std::coroutine_handle<> /*loop*/) noexcept {}
      [[nodiscard]] const Tuple *await_resume() const noexcept { return input->tuple_; }
    };

    const Tuple *tuple_ = nullptr;
    std::uint32_t ticks_ = 0;
  };

  /// Runs the loop. If it returns before the task is closed, the next tuple fails the topology.
  virtual Loop run(Input &input, Tools &tools) = 0;

  void prepare(Tools &tools) final {
    loop_ = run(input_, tools);
    loop_.go_on();
  }

  void execute(const Tuple &tuple, Tools & /*tools*/) final {
    if (loop_.ended()) {
      throw std::logic_error("the loop of this task has returned, and there are still tuples");
    }
    input_.tuple_ = &tuple;
    loop_.go_on();
    input_.tuple_ = nullptr;
  }

  void tick(Tools & /*tools*/) final { ++input_.ticks_; }

  void cleanup(Tools & /*tools*/) final {
    if (!loop_.ended()) {
      loop_.go_on();
    }
    loop_ = Loop();
  }

private:
  Input input_;
  Loop loop_;
};

/// A spout as a loop:
///
///   Loop run(Turns &turns, Tools &tools) override {
///     while (co_await turns.flush()) { tools.emit_message(...); }
///   }
class LoopSpout : public Spout {
public:
  /// Lets a loop yield to the host.
  class Turns {
  public:
    /// Hands over the emits, and resumes when there is room for more; returns false when the task
    /// is closed.
    auto flush() noexcept { return Give{this, false}; }
    /// Reports that no tuple is available, and resumes after a back-off; returns false when the
    /// task is closed.
    auto rest() noexcept { return Give{this, true}; }

  private:
    friend class LoopSpout;
    struct Give {
      Turns *turns;
      bool rests;
      [[nodiscard]] static bool await_ready() noexcept { return false; }
      void await_suspend(std::coroutine_handle<> /*loop*/) const noexcept { turns->rests_ = rests; }
      [[nodiscard]] bool await_resume() const noexcept { return !turns->closed_; }
    };

    bool rests_ = false;
    bool closed_ = false;
  };

  /// Runs the loop, from the first request for tuples. When it returns, the spout is exhausted.
  virtual Loop run(Turns &turns, Tools &tools) = 0;

  void open(Tools &tools) final { loop_ = run(turns_, tools); }

  bool next_tuple(Tools & /*tools*/) final {
    if (loop_.ended()) {
      return false;
    }
    begun_ = true;
    loop_.go_on();
    return !loop_.ended() && !turns_.rests_;
  }

  void close(Tools & /*tools*/) final {
    turns_.closed_ = true;
    if (begun_ && !loop_.ended()) {
      loop_.go_on();
    }
    loop_ = Loop();
  }

private:
  Turns turns_;
  Loop loop_;
  bool begun_ = false;
};

} // namespace eyewall::task
