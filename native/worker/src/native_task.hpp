// A task of a library, and what it says.
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

/// Libraries that are open, by their paths.
using Libraries = std::map<std::string, std::shared_ptr<task::Library>>;

/// Throws std::runtime_error, with the task's component, for whatever the task throws.
class NativeTask {
public:
  /// `wake`: by any thread, when one of the task's own has something to say.
  NativeTask(const Plan &plan, const OwnTask &own, Libraries &libraries,
             std::function<void()> wake);
  NativeTask(const NativeTask &) = delete;
  NativeTask &operator=(const NativeTask &) = delete;
  NativeTask(NativeTask &&) = delete;
  NativeTask &operator=(NativeTask &&) = delete;
  ~NativeTask();

  [[nodiscard]] task::FrameWriter &writer() noexcept { return writer_; }

  /// Hands over what was written; `on_frame` is given each frame that comes back.
  template <class OnFrame> void exchange(const OnFrame &on_frame) {
    woken_.store(false);
    hand_over();
    listen(on_frame);
  }

  /// The first half of an exchange: what comes back waits.
  void hand_over() {
    std::vector<std::uint8_t> &frames = writer_.frames();
    if (!frames.empty()) {
      process(frames);
      frames.clear();
    }
  }

  [[nodiscard]] bool is_woken() const noexcept { return woken_.load(); }

  /// Log lines and reports, as lines for the process that started the worker.
  [[nodiscard]] std::string take_said() { return std::exchange(said_, {}); }

  /// A defect of the task: it said what it must not, or it threw.
  [[noreturn]] void wrong(const std::string &what) const;

  /// A row of two texts or more.
  void texts(task::Kind kind, const std::vector<std::string> &texts);

private:
  template <class OnFrame> void listen(const OnFrame &on_frame) {
    std::span<const std::uint8_t> said = output();
    while (!said.empty()) {
      const task::FrameView frame(said);
      if (!tell(frame)) {
        on_frame(frame);
      }
      said = said.subspan(frame.header().size);
    }
  }

  void process(const std::vector<std::uint8_t> &frames);
  [[nodiscard]] std::span<const std::uint8_t> output();
  [[nodiscard]] bool tell(const task::FrameView &frame);

  std::string name_;
  std::int32_t number_;
  std::shared_ptr<task::Library> library_;
  std::function<void()> wake_;
  std::atomic<bool> woken_{false};
  eyewall_task *task_ = nullptr;
  task::FrameWriter writer_;
  std::string said_;
};

} // namespace eyewall::worker
