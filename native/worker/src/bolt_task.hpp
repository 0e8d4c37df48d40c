// A bolt of a library: it receives tuples in frames, and its emits and acks are sent to Storm's
// ackers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "counters.hpp"
#include "executor.hpp"
#include "native_task.hpp"
#include "outlet.hpp"

namespace eyewall::worker {

/// Tuples that have been neither acked nor failed.
class Unfinished {
public:
  struct Entry {
    std::vector<kryo::Anchor> anchors;
    std::int64_t xored = 0; ///< XOR of the ids of tuples anchored to it
    std::int64_t begin_us = 0;
    Handled *source = nullptr;
    std::uint32_t generation = 0;
    bool used = false;
  };

  /// Adds a tuple. The id is never 0, and is not reused for another tuple after removal.
  std::pair<std::uint64_t, Entry *> add();
  /// Returns null if the tuple was removed.
  [[nodiscard]] Entry *find(std::uint64_t id);
  void remove(std::uint64_t id);
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size() - free_.size(); }

private:
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

class BoltTask : public Executor {
public:
  BoltTask(const Plan &plan, const OwnTask &own, Libraries &libraries, MessageSender &post,
           std::function<void()> wake);

  void open(bool active) override;
  bool step(Now now) override;
  [[nodiscard]] bool is_blocked() const override { return outlet_.is_blocked(); }
  void on_time(Now now) override;
  void close() override;
  void report(std::string &lines, bool counts) override;

private:
  struct Source {
    std::int32_t number = 0; ///< number of the source stream in frames
    bool wanted = false;     ///< not a stream of Storm's system components
    Handled *handled = nullptr;
  };

  Source &source_of(const kryo::TupleHeader &header);
  bool add(std::span<const std::uint8_t> message, Now now);
  void exchange(Now now);
  void on_frame(const task::FrameView &frame, Now now);
  void emit(const task::FrameView &frame);
  void find_anchors(const task::FrameView &frame, std::uint32_t row);
  void ack(std::uint64_t id, Now now);
  void fail(std::uint64_t id);

  const Plan &plan_;
  OwnTask own_;
  NativeTask task_;
  Outlet outlet_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Source> sources_; ///< by task and stream id
  std::map<std::pair<std::string, std::string>, std::pair<std::int32_t, Handled>> streams_;
  Unfinished unfinished_;
  ValuesRow row_;
  std::vector<std::uint64_t> ids_; // these three: scratch of the row being emitted
  std::vector<Unfinished::Entry *> anchored_;
  std::vector<kryo::Anchor> anchors_;
  std::vector<std::pair<Handled *, std::uint64_t>> batch_;
  std::int64_t ticked_ms_ = -1;
};

} // namespace eyewall::worker
