// The output of a worker's tasks: groupings, and the routing to each task.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <eyewall/kryo/kryo.hpp>

#include "counters.hpp"
#include "plan.hpp"
#include "values_row.hpp"

namespace eyewall::worker {

/// Delivers messages to tasks, whether of this worker or of others.
class MessageSender {
public:
  MessageSender() = default;
  MessageSender(const MessageSender &) = delete;
  MessageSender &operator=(const MessageSender &) = delete;
  MessageSender(MessageSender &&) = delete;
  MessageSender &operator=(MessageSender &&) = delete;
  virtual ~MessageSender() = default;

  /// Sends a message of two parts.
  virtual void send(std::int32_t task, std::span<const std::uint8_t> head,
                    std::span<const std::uint8_t> values) = 0;
  [[nodiscard]] virtual bool is_own(std::int32_t task) const = 0;
  /// Returns whether the task is under back-pressure.
  [[nodiscard]] virtual bool is_full(std::int32_t task) const = 0;
  [[nodiscard]] virtual double load_of(std::int32_t task) const = 0;
};

/// One subscription to a stream.
class Target {
public:
  Target(TargetPlan plan, std::uint64_t seed) : plan_(std::move(plan)), next_(seed) {}

  /// Adds the tasks that receive these values. `direct` is the target of a direct emit, or -1. As
  /// in Storm, a direct emit needs a direct grouping and vice versa; otherwise this throws
  /// std::runtime_error.
  void choose(const ValuesRow &values, std::int32_t direct, const MessageSender &post,
              std::vector<std::int32_t> &tasks);

  [[nodiscard]] const TargetPlan &plan() const noexcept { return plan_; }

private:
  [[nodiscard]] std::int32_t in_turn(const MessageSender &post, bool own_only);

  TargetPlan plan_;
  std::uint64_t next_;
};

/// The output streams of one task, indexed by their numbers in frames, and its streams to the
/// ackers.
class Outlet {
public:
  Outlet(const Plan &plan, std::int32_t task, const std::vector<std::string> &outputs,
         MessageSender &post);

  struct Output {
    std::string name;
    std::uint32_t id = 0; ///< 0 if not declared
    std::vector<std::string> fields;
    std::vector<Target> targets;
    Emitted emitted;
  };

  [[nodiscard]] Output &output(std::int32_t number);
  [[nodiscard]] std::vector<Output> &outputs() noexcept { return outputs_; }

  /// Sends the values to the tasks that the groupings choose. Throws std::runtime_error for emits
  /// that Storm refuses. `anchors()` is called once per receiver before sending, and returns its
  /// anchors, valid until the next call.
  template <class Anchors>
  void emit(Output &output, const ValuesRow &values, std::int32_t direct, const Anchors &anchors) {
    if (values.columns().size() != output.fields.size()) {
      refuse_size(output, values.columns().size());
    }
    choose(output, values, direct);
    ++output.emitted.emitted;
    output.emitted.transferred += tasks_.size();
    if (tasks_.empty()) {
      return;
    }
    values_.clear();
    check(values.append_to(values_), output.name);
    for (const std::int32_t task : tasks_) {
      post(task, output.id, anchors());
    }
  }

  /// Send Storm's messages to ackers: init (root, xor, spout's task), ack (root, xor), fail (root).
  void ack_init(std::int64_t root, std::int64_t xored);
  void ack(std::int64_t root, std::int64_t xored);
  void fail(std::int64_t root);

  /// Returns whether any receiver of this task is under back-pressure.
  [[nodiscard]] bool is_blocked() const;

  [[nodiscard]] std::int64_t random_id() { return static_cast<std::int64_t>(random_()); }

private:
  struct ToAckers {
    std::uint32_t id = 0;
    std::vector<Target> targets;
  };

  [[nodiscard]] static ToAckers to_ackers(const Plan &plan, const std::string &component,
                                          const std::string &stream);
  template <class... T> void send_to_ackers(ToAckers &ackers, const T &...values);
  void post(std::int32_t task, std::uint32_t stream, std::span<const kryo::Anchor> anchors);
  static void check(kryo::Status status, const std::string &stream);

  [[noreturn]] void refuse_size(const Output &output, std::size_t size) const;
  void choose(Output &output, const ValuesRow &values, std::int32_t direct);

  std::int32_t task_;
  std::string who_; ///< the task's name in messages
  MessageSender &sender_;
  std::vector<Output> outputs_;
  ToAckers init_;
  ToAckers ack_;
  ToAckers fail_;
  std::vector<std::int32_t> watched_; ///< all possible receivers except ackers
  std::vector<std::int32_t> tasks_;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint8_t> head_;
  ValuesRow root_;
  std::mt19937_64 random_;
};

} // namespace eyewall::worker
