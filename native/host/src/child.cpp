#include "child.hpp"

#include <thread>

namespace eyewall::host {
namespace {

using task::FrameView;
using task::FrameWriter;
using task::Kind;
using task::Type;

/// Unread bytes from which output of the task's threads waits, so that a thread that writes without
/// end does not fill the ring in front of the responses to batches.
constexpr std::uint64_t max_unread_bytes = FrameWriter::frame_bytes;
constexpr std::size_t max_batch_bytes = std::size_t{512} * 1024 * 1024;

/// Polls before sleeping: some microseconds, if there is a spare core.
int idle_polls() {
  static const int polls = std::thread::hardware_concurrency() > 1 ? 500 : 1;
  return polls;
}

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

} // namespace

Child::Next Child::await() {
  for (int i = 0; i < idle_polls(); ++i) {
    if (in_.next(record_)) {
      return Next::batch;
    }
    pause();
  }
  const bool there = in_.announce_wait();
  const bool alive = there || bell_.wait();
  in_.awake();
  if (!alive) {
    return Next::end;
  }
  return in_.next(record_) ? Next::batch : Next::output;
}

std::span<const std::uint8_t> Child::assemble(const ring::Record &record) {
  if (record.last && parts_.empty()) {
    return record.bytes;
  }
  if (parts_.size() + record.bytes.size() > max_batch_bytes) {
    throw ring::CorruptRing("a batch of more than " + std::to_string(max_batch_bytes) + " bytes");
  }
  parts_.insert(parts_.end(), record.bytes.begin(), record.bytes.end());
  return parts_;
}

bool Child::contains_close(std::span<const std::uint8_t> batch) {
  bool found = false;
  while (!batch.empty()) {
    const FrameView frame(batch);
    found = found || frame.header().kind == Kind::close;
    batch = batch.subspan(frame.header().size);
  }
  return found;
}

bool Child::send(std::span<const std::uint8_t> frames) {
  while (!(frames = out_.write(frames)).empty()) {
    if (out_.reader_waits()) {
      bell_.ring();
    }
    if (!out_.announce_wait() && !bell_.wait()) {
      return false;
    }
  }
  if (out_.reader_waits()) {
    bell_.ring();
  }
  return true;
}

bool Child::hand_over(const eyewall_library &functions, eyewall_task *task) {
  const std::uint8_t *frames = nullptr;
  std::size_t size = 0;
  if (functions.output(task, &frames, &size) != EYEWALL_TASK_OK) {
    report_failure(functions.error(task));
    return false;
  }
  return size == 0 || send({frames, size});
}

void Child::report_failure(const std::string &why) {
  static constexpr std::array<Type, 1> types{Type::string};
  FrameWriter writer;
  writer.shape(Kind::died, 0, -1, types);
  writer.row(std::uint64_t{0});
  writer.text(why);
  static_cast<void>(send(writer.frames()));
}

/// Returns whether output of the task's threads must wait until the reader has read more; the
/// reader then wakes this side up.
bool Child::much_unread() {
  return out_.unread() > max_unread_bytes && !out_.announce_wait() &&
         out_.unread() > max_unread_bytes;
}

End Child::run(const eyewall_library &functions, eyewall_task *task) {
  for (;;) {
    const Next next = await();
    if (next == Next::end) {
      return End::closed;
    }
    bool last = false;
    if (next == Next::batch) {
      const std::span<const std::uint8_t> batch = assemble(record_);
      std::int32_t status = EYEWALL_TASK_OK;
      if (record_.last) {
        status = functions.process(task, batch.data(), batch.size());
        last = status == EYEWALL_TASK_OK && contains_close(batch);
        parts_.clear();
      }
      const bool whole = record_.last;
      in_.release();
      if (in_.writer_waits()) {
        bell_.ring();
      }
      if (!whole) {
        continue;
      }
      if (status != EYEWALL_TASK_OK) {
        const std::string thrown = functions.error(task);
        if (hand_over(functions, task)) {
          report_failure(thrown);
        }
        return End::died;
      }
    }
    if (next == Next::output && much_unread()) {
      continue;
    }
    if (!hand_over(functions, task)) {
      return End::closed;
    }
    if (next == Next::batch) {
      FrameWriter writer;
      writer.shape(Kind::done, 0, -1, {}, ++done_);
      if (!send(writer.frames()) || last) {
        return End::closed;
      }
    }
  }
}

} // namespace eyewall::host
