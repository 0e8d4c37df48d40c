// A spout of a library: called while it may emit; Storm's ackers send it the completions of its
// messages.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "counters.hpp"
#include "executor.hpp"
#include "native_task.hpp"
#include "outlet.hpp"

namespace eyewall::worker {

class SpoutTask : public Executor {
public:
  SpoutTask(const Plan &plan, const OwnTask &own, Libraries &libraries, MessageSender &post,
            std::function<void()> wake);

  void open(bool active) override;
  void set_active(bool active) override;
  bool step(Now now) override;
  void on_time(Now now) override;
  void close() override;
  void report(std::string &lines, bool counts) override;

  /// Returns the number of pending messages.
  [[nodiscard]] std::size_t pending() const noexcept { return newer_.size() + older_.size(); }

private:
  struct Message {
    std::uint64_t id = 0;
    std::int64_t begin_us = 0;
    std::size_t output = 0;
  };
  using Messages = std::unordered_map<std::int64_t, Message>;

  bool take_completions(Now now);
  bool request_tuples(Now now);
  void exchange(Now now);
  [[nodiscard]] bool is_limited() const { return own_.max_pending > 0 && plan_.acking; }
  [[nodiscard]] bool has_room() const { return !is_limited() || pending() < own_.max_pending; }
  void emit_waiting(Now now);
  void emit(const task::FrameView &frame, std::uint32_t row, Now now);
  void complete(const Message &message, bool acked, Now now);
  void command(task::Kind kind);

  const Plan &plan_;
  OwnTask own_;
  NativeTask task_;
  Outlet outlet_;
  std::vector<Handled> handled_; ///< indexed by output
  bool active_ = false;
  std::int64_t rest_until_us_ = 0;
  std::uint64_t emits_ = 0;
  /// Frames of emits that wait because the spout, perhaps on a thread of its own, has emitted more
  /// than allowed.
  std::vector<std::uint8_t> waiting_;
  std::size_t frame_at_ = 0; ///< offset of the first unfinished frame
  std::uint32_t row_at_ = 0; ///< next row of that frame
  /// Pending messages by root. Messages in the older map fail when it is rotated out, as in Storm's
  /// spouts.
  Messages newer_;
  Messages older_;
  std::int64_t rotated_ms_ = -1;
  ValuesRow row_;
};

} // namespace eyewall::worker
