// A task of a library, and its output.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <eyewall/task/abi.h>
#include <eyewall/task/frame.hpp>
#include <eyewall/task/loader.hpp>

#include "plan.hpp"

namespace eyewall::worker {

/// Loaded libraries by path.
using Libraries = std::map<std::string, std::shared_ptr<task::Library>>;

/// A task of a library. Exceptions of the task become std::runtime_error with the component's name.
class NativeTask {
public:
  /// `wake` is called on any thread when one of the task's own threads has output.
  NativeTask(const Plan &plan, const OwnTask &own, Libraries &libraries,
             std::function<void()> wake);
  NativeTask(const NativeTask &) = delete;
  NativeTask &operator=(const NativeTask &) = delete;
  NativeTask(NativeTask &&) = delete;
  NativeTask &operator=(NativeTask &&) = delete;
  ~NativeTask();

  [[nodiscard]] task::FrameWriter &writer() noexcept { return writer_; }

  /// Hands over the written frames, and passes each output frame to `on_frame`.
  template <class OnFrame> void exchange(const OnFrame &on_frame) {
    woken_.store(false);
    hand_over();
    read_output(on_frame);
  }

  /// Hands over the written frames; output waits for the next exchange().
  void hand_over() {
    std::vector<std::uint8_t> &frames = writer_.frames();
    if (!frames.empty()) {
      process(frames);
      frames.clear();
    }
  }

  [[nodiscard]] bool is_woken() const noexcept { return woken_.load(); }

  /// Returns log entries and error reports as lines for the parent process.
  [[nodiscard]] std::string take_reports() { return std::exchange(reports_, {}); }

  /// Throws for a protocol violation or a failure of the task.
  [[noreturn]] void throw_error(const std::string &what) const;

  /// Writes a row of two or more texts.
  void texts(task::Kind kind, const std::vector<std::string> &texts);

private:
  template <class OnFrame> void read_output(const OnFrame &on_frame) {
    std::span<const std::uint8_t> unread = output();
    while (!unread.empty()) {
      const task::FrameView frame(unread);
      if (!process_own_frame(frame)) {
        on_frame(frame);
      }
      unread = unread.subspan(frame.header().size);
    }
  }

  void process(const std::vector<std::uint8_t> &frames);
  [[nodiscard]] std::span<const std::uint8_t> output();
  [[nodiscard]] bool process_own_frame(const task::FrameView &frame);

  std::string name_;
  std::int32_t number_;
  std::shared_ptr<task::Library> library_;
  std::function<void()> wake_;
  std::atomic<bool> woken_{false};
  eyewall_task *task_ = nullptr;
  task::FrameWriter writer_;
  std::string reports_;
};

} // namespace eyewall::worker
