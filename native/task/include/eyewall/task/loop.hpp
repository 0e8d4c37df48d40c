// The explicit style: a task is one loop that absorbs tuples, emits, and hands over, instead of an
// object that is called. A loop is a coroutine: it runs on the thread that calls the task, and
// gives it back where it awaits, so that a turn costs some nanoseconds and nothing needs a lock.
#pragma once

#include <coroutine>
#include <exception>
#include <stdexcept>
#include <utility>

#include <eyewall/task/component.hpp>

namespace eyewall::task {

/// What `run` of a loop returns; owns the coroutine.
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

  /// Runs it to its next await, or its end; what it throws is thrown here.
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
  /// Where a loop gets its tuples.
  class Input {
  public:
    /// The next tuple, valid until the next absorb(); null when the task is closed.
    auto absorb() noexcept { return Absorb{this}; }

    /// How many tick tuples have come since this was last asked. They come between two tuples.
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

  /// The loop. When it returns before the task is closed, the next tuple fails the topology.
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
  /// How a loop gives way.
  class Turns {
  public:
    /// Hands over what was emitted, and goes on when there is room for more; false: closed.
    auto flush() noexcept { return Give{this, false}; }
    /// There is nothing now: goes on when it is asked again, a little later; false: closed.
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

  /// The loop; it begins with the first turn. When it returns, the spout has nothing more.
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
