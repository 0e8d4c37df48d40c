#include "spout_task.hpp"

#include <stdexcept>

namespace eyewall::worker {

using task::FrameView;
using task::Kind;

namespace {

constexpr std::uint64_t tuples_at_once = 64;
constexpr int answers_in_a_row = 4096;
/// Back-off of a spout that has emitted nothing, or may not emit.
constexpr std::int64_t rest_us = 1000;

} // namespace

SpoutTask::SpoutTask(const Plan &plan, const OwnTask &own, Libraries &libraries,
                     MessageSender &post, std::function<void()> wake)
    : plan_(plan), own_(own), task_(plan, own, libraries, std::move(wake)),
      outlet_(plan, own.task, own.outputs, post), handled_(own.outputs.size()) {}

void SpoutTask::command(Kind kind) {
  task_.writer().shape(kind, 0, -1, {});
  task_.writer().row(std::uint64_t{0});
}

void SpoutTask::open(bool active) {
  exchange(Now::read());
  set_active(active); // Storm activates each spout before its first call
}

void SpoutTask::set_active(bool active) {
  if (active != active_) {
    active_ = active;
    command(active ? Kind::activate : Kind::deactivate);
    exchange(Now::read());
  }
}

bool SpoutTask::step(Now now) {
  const std::uint64_t before = emits_;
  const bool completed = take_completions(now);
  const bool woken = waiting_.empty() && task_.is_woken();
  if (completed || woken || !waiting_.empty()) {
    exchange(now);
  }
  return request_tuples(now) || completed || woken || emits_ != before;
}

bool SpoutTask::take_completions(Now now) {
  int taken = 0;
  for (; taken < answers_in_a_row && !queue.empty(); ++taken) {
    kryo::Reader reader(queue.first());
    kryo::TupleHeader header;
    std::int64_t root = 0;
    std::int64_t took_ms = 0;
    const bool read = kryo::read_tuple_header(reader, header) == kryo::Status::ok;
    const auto source = plan_.components.find(static_cast<std::int32_t>(header.source_task));
    const bool is_acker = read && source != plan_.components.end() && source->second == "__acker" &&
                          kryo::read_values(reader, root, took_ms) == kryo::Status::ok;
    queue.drop();
    if (!is_acker) {
      continue;
    }
    Messages *in = &newer_;
    auto found = in->find(root);
    if (found == in->end()) {
      in = &older_;
      found = in->find(root);
    }
    if (found == in->end()) {
      continue; // already timed out
    }
    const Message message = found->second;
    const std::uint32_t stream = header.stream_id;
    if (stream == plan_.stream_id("__acker", "__ack_reset_timeout")) {
      in->erase(found);
      newer_[root] = message;
      continue;
    }
    in->erase(found);
    complete(message, stream == plan_.stream_id("__acker", "__ack_ack"), now);
  }
  return taken > 0;
}

void SpoutTask::complete(const Message &message, bool acked, Now now) {
  Handled &handled = handled_[message.output];
  if (acked) {
    handled.acked.add(1, now.us - message.begin_us);
  } else {
    ++handled.failed;
  }
  task_.writer().shape(acked ? Kind::acked : Kind::failed, 0, -1, {});
  task_.writer().row(message.id);
}

bool SpoutTask::request_tuples(Now now) {
  if (!active_ || !waiting_.empty() || now.us < rest_until_us_ || outlet_.is_blocked()) {
    return false;
  }
  const std::uint64_t before = emits_;
  // One at a time under a limit, since one call may emit several.
  for (std::uint64_t i = 0; i < (is_limited() ? tuples_at_once : 1); ++i) {
    if (!has_room() || !waiting_.empty()) {
      break;
    }
    const std::uint64_t so_far = emits_;
    task_.writer().shape(Kind::next, 0, -1, {}, is_limited() ? 1 : tuples_at_once);
    task_.writer().row(std::uint64_t{0});
    exchange(now);
    if (emits_ == so_far) {
      break;
    }
  }
  if (emits_ == before) {
    rest_until_us_ = now.us + rest_us;
    return false;
  }
  return true;
}

void SpoutTask::exchange(Now now) {
  if (waiting_.empty()) {
    task_.exchange([&](const FrameView &frame) {
      if (frame.header().kind != Kind::emit) {
        task_.throw_error("unexpected frame kind " +
                          std::to_string(static_cast<int>(frame.header().kind)) + " from a spout");
      }
      waiting_.insert(waiting_.end(), frame.bytes().begin(), frame.bytes().end());
    });
  } else {
    task_.hand_over(); // its threads block while their emits wait
  }
  emit_waiting(now);
  task_.hand_over(); // messages that were acked immediately
}

void SpoutTask::emit_waiting(Now now) {
  while (frame_at_ < waiting_.size() && active_ && !outlet_.is_blocked()) {
    const std::span<const std::uint8_t> all(waiting_);
    const FrameView frame(all.subspan(frame_at_));
    for (; row_at_ < frame.rows(); ++row_at_) {
      if (!has_room()) {
        return;
      }
      emit(frame, row_at_, now);
    }
    frame_at_ += frame.header().size;
    row_at_ = 0;
  }
  if (frame_at_ == waiting_.size()) {
    waiting_.clear();
    frame_at_ = 0;
  }
}

void SpoutTask::emit(const FrameView &frame, std::uint32_t row, Now now) {
  Outlet::Output &output = outlet_.output(frame.header().stream);
  ++emits_;
  row_.read(frame, row);
  const std::uint64_t id = frame.id(row);
  const Message message{id, now.us, static_cast<std::size_t>(frame.header().stream)};
  const bool tracked = id != 0 && plan_.acking;
  const std::int64_t root = tracked ? outlet_.random_id() : 0;
  std::int64_t xored = 0;
  kryo::Anchor anchor;
  outlet_.emit(output, row_, frame.header().task, [&]() -> std::span<const kryo::Anchor> {
    if (!tracked) {
      return {};
    }
    anchor = {root, outlet_.random_id()};
    xored ^= anchor.tuple_id;
    return {&anchor, 1};
  });
  if (tracked) {
    newer_.emplace(root, message);
    outlet_.ack_init(root, xored);
  } else if (id != 0) {
    complete(message, true, now);
  }
}

void SpoutTask::on_time(Now now) {
  if (rotated_ms_ < 0) {
    rotated_ms_ = now.ms();
  }
  if (now.ms() - rotated_ms_ >= plan_.timeout_ms) {
    rotated_ms_ = now.ms();
    for (const auto &[root, message] : older_) {
      complete(message, false, now);
    }
    older_ = std::move(newer_);
    newer_.clear();
    exchange(now);
  }
}

void SpoutTask::close() {
  command(Kind::close);
  exchange(Now::read());
}

void SpoutTask::report(std::string &lines, bool counts) {
  lines += task_.take_reports();
  if (!counts) {
    return;
  }
  const std::string task = std::to_string(own_.task);
  std::vector<Outlet::Output> &outputs = outlet_.outputs();
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Emitted emitted = std::exchange(outputs[i].emitted, {});
    if (emitted.emitted > 0) {
      lines += line_of({"emitted", task, outputs[i].name, std::to_string(emitted.emitted),
                        std::to_string(emitted.transferred)});
    }
    const Handled handled = std::exchange(handled_[i], {});
    if (handled.acked.count + handled.failed > 0) {
      lines += line_of({"handled", task, "", outputs[i].name, "0", "0",
                        std::to_string(handled.acked.count), std::to_string(handled.acked.total_us),
                        std::to_string(handled.failed)});
    }
  }
}

} // namespace eyewall::worker
