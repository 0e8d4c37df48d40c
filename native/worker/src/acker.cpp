#include "acker.hpp"

#include <eyewall/kryo/kryo.hpp>

namespace eyewall::worker {
namespace {
/// Messages processed in one slice.
constexpr int max_messages_per_step = 4096;
} // namespace

Acker::Acker(const Plan &plan, const OwnTask &own, MessageSender &post)
    : plan_(plan), task_(own.task), sender_(post),
      ack_id_(plan.stream_id(plan.components.at(own.task), "__ack_ack")),
      fail_id_(plan.stream_id(plan.components.at(own.task), "__ack_fail")),
      reset_id_(plan.stream_id(plan.components.at(own.task), "__ack_reset_timeout")) {}

std::size_t Acker::trees() const noexcept {
  return buckets_[0].size() + buckets_[1].size() + buckets_[2].size();
}

bool Acker::step(Now now) {
  int taken = 0;
  for (; taken < max_messages_per_step && !queue.empty(); ++taken) {
    process(queue.first(), now);
    queue.drop();
  }
  return taken > 0;
}

void Acker::on_time(Now now) {
  if (rotated_ms_ < 0) {
    rotated_ms_ = now.ms();
  }
  // As in Storm's acker, which uses a tick of its own for that.
  if (now.ms() - rotated_ms_ >= plan_.timeout_ms) {
    rotated_ms_ = now.ms();
    buckets_[2] = std::move(buckets_[1]);
    buckets_[1] = std::move(buckets_[0]);
    buckets_[0].clear();
  }
}

Acker::MessageKind Acker::kind_of(std::uint32_t task, std::uint32_t stream) {
  const std::uint64_t key = std::uint64_t{task} << 32U | stream;
  const auto known = streams_.find(key);
  if (known != streams_.end()) {
    return known->second;
  }
  MessageKind kind = MessageKind::other;
  const auto component = plan_.components.find(static_cast<std::int32_t>(task));
  if (component != plan_.components.end()) {
    const auto is = [&](const char *name) {
      return plan_.stream_id(component->second, name) == stream;
    };
    kind = is("__ack_init")            ? MessageKind::init
           : is("__ack_ack")           ? MessageKind::ack
           : is("__ack_fail")          ? MessageKind::fail
           : is("__ack_reset_timeout") ? MessageKind::reset_timeout
                                       : MessageKind::other;
  }
  return streams_.emplace(key, kind).first->second;
}

Acker::Tree &Acker::tree_of(std::int64_t root, Now now) {
  for (Trees &trees : buckets_) {
    const auto found = trees.find(root);
    if (found != trees.end()) {
      return found->second;
    }
  }
  Tree &tree = buckets_[0][root];
  tree.begin_ms = now.ms();
  return tree;
}

void Acker::remove_tree(std::int64_t root) {
  for (Trees &trees : buckets_) {
    if (trees.erase(root) > 0) {
      return;
    }
  }
}

void Acker::notify_spout(std::int32_t spout, std::uint32_t stream, std::int64_t root,
                         std::int64_t age_ms) {
  std::uint8_t head[16];
  std::uint8_t values[64];
  kryo::Writer writer{std::span<std::uint8_t>(head)};
  kryo::Writer body{std::span<std::uint8_t>(values)};
  if (kryo::write_tuple_header(writer, static_cast<std::uint32_t>(task_), stream, {}) ==
          kryo::Status::ok &&
      kryo::write_values(body, root, age_ms) == kryo::Status::ok) {
    sender_.send(spout, writer.written(), body.written());
    ++emitted_;
  }
}

void Acker::process(std::span<const std::uint8_t> message, Now now) {
  kryo::Reader reader(message);
  kryo::TupleHeader header;
  if (kryo::read_tuple_header(reader, header) != kryo::Status::ok) {
    return;
  }
  const MessageKind kind = kind_of(header.source_task, header.stream_id);
  std::int64_t root = 0;
  std::int64_t xored = 0;
  std::int32_t spout = -1;
  kryo::Status status = kryo::Status::ok;
  switch (kind) {
  case MessageKind::init:
    status = kryo::read_values(reader, root, xored, spout);
    break;
  case MessageKind::ack:
    status = kryo::read_values(reader, root, xored);
    break;
  case MessageKind::fail:
  case MessageKind::reset_timeout:
    status = kryo::read_values(reader, root);
    break;
  case MessageKind::other:
    return;
  }
  if (status != kryo::Status::ok) {
    return;
  }
  ++executed_;
  Tree &tree = tree_of(root, now);
  tree.xored ^= xored;
  tree.failed = tree.failed || kind == MessageKind::fail;
  if (kind == MessageKind::init) {
    tree.spout = spout;
  }
  if (tree.spout < 0) {
    return; // the ack of an anchored tuple has overtaken that of its anchor
  }
  const std::int64_t age_ms = now.ms() - tree.begin_ms;
  const std::int32_t to = tree.spout;
  if (tree.xored == 0 || tree.failed) {
    const bool failed = tree.xored != 0;
    remove_tree(root);
    notify_spout(to, failed ? fail_id_ : ack_id_, root, age_ms);
  } else if (kind == MessageKind::reset_timeout) {
    notify_spout(to, reset_id_, root, age_ms);
  }
}

void Acker::report(std::string &lines, bool counts) {
  if (counts && executed_ > 0) {
    const std::string task = std::to_string(task_);
    lines +=
        line_of({"emitted", task, "__ack_ack", std::to_string(emitted_), std::to_string(emitted_)});
    emitted_ = 0;
    executed_ = 0;
  }
}

} // namespace eyewall::worker
