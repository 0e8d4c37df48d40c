#include "bolt_task.hpp"

#include <algorithm>
#include <stdexcept>

namespace eyewall::worker {

using task::FrameView;
using task::Kind;

namespace {

constexpr int tuples_in_a_row = 1024;

} // namespace

std::pair<std::uint64_t, Unfinished::Entry *> Unfinished::add() {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.emplace_back();
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  Entry &entry = entries_[index];
  entry.used = true;
  entry.xored = 0;
  entry.anchors.clear();
  // 31 bits: the highest bit of an id marks several anchors in frames.
  return {std::uint64_t{entry.generation & 0x7fffffffU} << 32U | (index + 1U), &entry};
}

Unfinished::Entry *Unfinished::find(std::uint64_t id) {
  const auto index = static_cast<std::uint32_t>(id) - 1U;
  if (index >= entries_.size()) {
    return nullptr;
  }
  Entry &entry = entries_[index];
  return entry.used && (entry.generation & 0x7fffffffU) == id >> 32U ? &entry : nullptr;
}

void Unfinished::remove(std::uint64_t id) {
  const auto index = static_cast<std::uint32_t>(id) - 1U;
  entries_[index].used = false;
  ++entries_[index].generation;
  free_.push_back(index);
}

BoltTask::BoltTask(const Plan &plan, const OwnTask &own, Libraries &libraries, MessageSender &post,
                   std::function<void()> wake)
    : plan_(plan), own_(own), task_(plan, own, libraries, std::move(wake)),
      outlet_(plan, own.task, own.outputs, post) {}

void BoltTask::open(bool /*active*/) { exchange(Now::read()); }

BoltTask::Source &BoltTask::source_of(const kryo::TupleHeader &header) {
  const auto [found, is_new] =
      sources_.try_emplace({header.source_task, header.stream_id}, Source{});
  Source &source = found->second;
  if (is_new) {
    const auto component = plan_.components.find(static_cast<std::int32_t>(header.source_task));
    if (component == plan_.components.end()) {
      return source;
    }
    const auto streams = plan_.streams.find(component->second);
    if (streams == plan_.streams.end() || !streams->second.contains(header.stream_id)) {
      return source;
    }
    const StreamPlan &stream = streams->second.at(header.stream_id);
    if (stream.name.starts_with("__")) {
      return source;
    }
    const auto [entry, is_new_stream] = streams_.try_emplace(
        {component->second, stream.name}, static_cast<std::int32_t>(streams_.size()), Handled{});
    if (is_new_stream) {
      std::vector<std::string> texts{component->second, stream.name};
      texts.insert(texts.end(), stream.fields.begin(), stream.fields.end());
      task_.writer().end_frame(); // one frame, one stream
      task_.texts(Kind::stream, texts);
      task_.writer().end_frame();
    }
    source = {entry->second.first, true, &entry->second.second};
  }
  return source;
}

bool BoltTask::add(std::span<const std::uint8_t> message, Now now) {
  kryo::Reader reader(message);
  kryo::TupleHeader header;
  if (kryo::read_tuple_header(reader, header) != kryo::Status::ok) {
    throw std::runtime_error("task " + std::to_string(own_.task) +
                             " received a message that is not a tuple");
  }
  Source &source = source_of(header);
  if (!source.wanted) {
    return false;
  }
  const kryo::Status status = row_.read(reader);
  if (status != kryo::Status::ok) {
    throw std::runtime_error("task " + std::to_string(own_.task) + " cannot read a tuple of task " +
                             std::to_string(header.source_task) + ": " +
                             std::string(kryo::describe(status)));
  }
  const auto [id, entry] = unfinished_.add();
  for (std::size_t i = 0; i < header.anchors.size(); ++i) {
    entry->anchors.push_back(header.anchors[i]);
  }
  entry->begin_us = now.us;
  entry->source = source.handled;
  task_.writer().shape(Kind::tuples, source.number, static_cast<std::int32_t>(header.source_task),
                       row_.types());
  task_.writer().row(id);
  row_.append_to(task_.writer());
  if (batch_.empty() || batch_.back().first != source.handled) {
    batch_.emplace_back(source.handled, 0);
  }
  ++batch_.back().second;
  return true;
}

bool BoltTask::step(Now now) {
  int taken = 0;
  for (; taken < tuples_in_a_row && !queue.empty(); ++taken) {
    add(queue.first(), now);
    queue.drop();
  }
  if (taken == 0 && !task_.is_woken()) {
    return false;
  }
  exchange(now);
  return true;
}

void BoltTask::exchange(Now now) {
  const std::int64_t begin_us = Now::read().us;
  // Output before an exception is sent, as in the JVM.
  task_.exchange([&](const FrameView &frame) { on_frame(frame, now); });
  std::uint64_t all = 0;
  for (const auto &[handled, count] : batch_) {
    all += count;
  }
  if (all == 0) {
    return;
  }
  const std::int64_t took_us = Now::read().us - begin_us;
  for (const auto &[handled, count] : batch_) {
    handled->executed.add(count, took_us * static_cast<std::int64_t>(count) /
                                     static_cast<std::int64_t>(all));
  }
  batch_.clear();
}

void BoltTask::on_frame(const FrameView &frame, Now now) {
  switch (frame.header().kind) {
  case Kind::emit:
    emit(frame);
    break;
  case Kind::ack:
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      ack(frame.id(row), now);
    }
    break;
  case Kind::fail:
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      fail(frame.id(row));
    }
    break;
  default:
    task_.throw_error("unexpected frame kind " +
                      std::to_string(static_cast<int>(frame.header().kind)) + " from a bolt");
  }
}

void BoltTask::find_anchors(const FrameView &frame, std::uint32_t row) {
  frame.anchors(row, ids_);
  anchored_.clear();
  for (const std::uint64_t id : ids_) {
    Unfinished::Entry *entry = unfinished_.find(id);
    if (entry == nullptr) { // its tree may be complete, so the new tuple would belong to none
      task_.throw_error(
          "anchored a tuple to one that it had already acked or failed; ack a tuple only "
          "after emitting everything that is anchored to it");
    }
    anchored_.push_back(entry);
  }
}

void BoltTask::emit(const FrameView &frame) {
  Outlet::Output &output = outlet_.output(frame.header().stream);
  for (std::uint32_t row = 0; row < frame.rows(); ++row) {
    row_.read(frame, row);
    find_anchors(frame, row);
    outlet_.emit(output, row_, frame.header().task, [&]() -> std::span<const kryo::Anchor> {
      anchors_.clear();
      for (Unfinished::Entry *entry : anchored_) {
        if (!plan_.acking || entry->anchors.empty()) {
          continue;
        }
        const std::int64_t edge = outlet_.random_id();
        entry->xored ^= edge;
        for (const kryo::Anchor &anchor : entry->anchors) {
          const auto same =
              std::find_if(anchors_.begin(), anchors_.end(), [&](const kryo::Anchor &each) {
                return each.root_id == anchor.root_id;
              });
          if (same == anchors_.end()) {
            anchors_.push_back({anchor.root_id, edge});
          } else {
            same->tuple_id ^= edge;
          }
        }
      }
      return anchors_;
    });
  }
}

void BoltTask::ack(std::uint64_t id, Now now) {
  Unfinished::Entry *entry = unfinished_.find(id);
  if (entry == nullptr) {
    return; // a tick, or acked twice
  }
  if (plan_.acking) {
    for (const kryo::Anchor &anchor : entry->anchors) {
      outlet_.ack(anchor.root_id, anchor.tuple_id ^ entry->xored);
    }
    entry->source->acked.add(1, now.us - entry->begin_us);
  }
  unfinished_.remove(id);
}

void BoltTask::fail(std::uint64_t id) {
  Unfinished::Entry *entry = unfinished_.find(id);
  if (entry == nullptr) {
    return;
  }
  if (plan_.acking) {
    for (const kryo::Anchor &anchor : entry->anchors) {
      outlet_.fail(anchor.root_id);
    }
    ++entry->source->failed;
  }
  unfinished_.remove(id);
}

void BoltTask::on_time(Now now) {
  if (own_.tick_ms <= 0) {
    return;
  }
  if (ticked_ms_ < 0) {
    ticked_ms_ = now.ms();
  }
  if (now.ms() - ticked_ms_ >= own_.tick_ms) {
    ticked_ms_ = now.ms();
    task_.writer().shape(Kind::tick, 0, -1, {});
    task_.writer().row(std::uint64_t{0});
    exchange(now);
  }
}

void BoltTask::close() {
  task_.writer().shape(Kind::close, 0, -1, {});
  task_.writer().row(std::uint64_t{0});
  exchange(Now::read());
}

void BoltTask::report(std::string &lines, bool counts) {
  lines += task_.take_reports();
  if (!counts) {
    return;
  }
  const std::string task = std::to_string(own_.task);
  for (Outlet::Output &output : outlet_.outputs()) {
    const Emitted emitted = std::exchange(output.emitted, {});
    if (emitted.emitted > 0) {
      lines += line_of({"emitted", task, output.name, std::to_string(emitted.emitted),
                        std::to_string(emitted.transferred)});
    }
  }
  for (auto &[source, entry] : streams_) {
    const Handled handled = std::exchange(entry.second, {});
    if (handled.executed.count + handled.acked.count + handled.failed > 0) {
      lines += line_of(
          {"handled", task, source.first, source.second, std::to_string(handled.executed.count),
           std::to_string(handled.executed.total_us), std::to_string(handled.acked.count),
           std::to_string(handled.acked.total_us), std::to_string(handled.failed)});
    }
  }
}

} // namespace eyewall::worker
