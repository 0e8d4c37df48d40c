#include "outlet.hpp"

#include <algorithm>
#include <stdexcept>

#include "java_hash.hpp"

namespace eyewall::worker {
namespace {

/// Fill level from which shuffle grouping prefers other tasks.
constexpr double loaded = 0.8;

std::size_t floor_mod(std::int32_t hash, std::size_t size) {
  const auto modulus = static_cast<std::int64_t>(size);
  const std::int64_t rest = hash % modulus;
  return static_cast<std::size_t>(rest < 0 ? rest + modulus : rest);
}

std::uint64_t seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32U | device();
}

/// Returns the hash of a fields grouping by one Long.
std::int32_t hash_of(std::int64_t value) {
  return static_cast<std::int32_t>(31U + static_cast<std::uint32_t>(java_hash(kryo::Value(value))));
}

} // namespace

std::int32_t Target::in_turn(const MessageSender &post, bool own_only) {
  const std::vector<std::int32_t> &tasks = plan_.tasks;
  const std::uint64_t first = next_++;
  std::int32_t fallback = -1;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::int32_t task = tasks[(first + i) % tasks.size()];
    if (own_only && !post.is_own(task)) {
      continue;
    }
    fallback = fallback < 0 ? task : fallback;
    if (!post.is_full(task) && post.load_of(task) < loaded) {
      next_ = first + i + 1;
      return task;
    }
  }
  return fallback;
}

void Target::choose(const ValuesRow &values, std::int32_t direct, const MessageSender &post,
                    std::vector<std::int32_t> &tasks) {
  const bool is_direct = plan_.grouping == Grouping::direct;
  if (direct >= 0) {
    if (std::find(plan_.tasks.begin(), plan_.tasks.end(), direct) != plan_.tasks.end()) {
      if (!is_direct) {
        throw std::runtime_error("emitted to task " + std::to_string(direct) +
                                 ", which takes the stream by another grouping than a direct one; "
                                 "emit without a task, or subscribe with directGrouping(...)");
      }
      tasks.push_back(direct);
    }
    return;
  }
  if (plan_.tasks.empty()) {
    return;
  }
  if (is_direct) {
    throw std::runtime_error("emitted without a task, and task " +
                             std::to_string(plan_.tasks.front()) +
                             " takes the stream by a direct grouping; emit with To{stream, task}");
  }
  switch (plan_.grouping) {
  case Grouping::local_or_shuffle: {
    const std::int32_t own = in_turn(post, true);
    tasks.push_back(own >= 0 ? own : in_turn(post, false));
    return;
  }
  case Grouping::shuffle:
    tasks.push_back(in_turn(post, false));
    return;
  case Grouping::fields:
    tasks.push_back(plan_.tasks[floor_mod(values.hash(plan_.fields), plan_.tasks.size())]);
    return;
  case Grouping::all:
    tasks.insert(tasks.end(), plan_.tasks.begin(), plan_.tasks.end());
    return;
  case Grouping::global:
    tasks.push_back(*std::min_element(plan_.tasks.begin(), plan_.tasks.end()));
    return;
  case Grouping::direct:
    return;
  }
}

Outlet::Outlet(const Plan &plan, std::int32_t task, const std::vector<std::string> &outputs,
               MessageSender &post)
    : task_(task),
      who_("component '" + plan.components.at(task) + "' task " + std::to_string(task)),
      sender_(post), random_(seed()) {
  const std::string &component = plan.components.at(task);
  for (const std::string &name : outputs) {
    Output &output = outputs_.emplace_back();
    output.name = name;
    output.id = plan.stream_id(component, name);
    if (output.id != 0) {
      output.fields = plan.streams.at(component).at(output.id).fields;
    }
    const auto found = plan.targets.find({component, name});
    if (found != plan.targets.end()) {
      for (const TargetPlan &target : found->second) {
        output.targets.emplace_back(target, random_());
        watched_.insert(watched_.end(), target.tasks.begin(), target.tasks.end());
      }
    }
  }
  std::sort(watched_.begin(), watched_.end());
  watched_.erase(std::unique(watched_.begin(), watched_.end()), watched_.end());
  init_ = to_ackers(plan, component, "__ack_init");
  ack_ = to_ackers(plan, component, "__ack_ack");
  fail_ = to_ackers(plan, component, "__ack_fail");
}

Outlet::ToAckers Outlet::to_ackers(const Plan &plan, const std::string &component,
                                   const std::string &stream) {
  ToAckers ackers{plan.stream_id(component, stream), {}};
  const auto found = plan.targets.find({component, stream});
  if (found != plan.targets.end()) {
    for (const TargetPlan &target : found->second) {
      ackers.targets.emplace_back(target, 0);
    }
  }
  return ackers;
}

Outlet::Output &Outlet::output(std::int32_t number) {
  const auto index = static_cast<std::size_t>(number);
  if (index >= outputs_.size() || outputs_[index].id == 0) {
    throw std::runtime_error(
        who_ + " has no output stream " +
        (index < outputs_.size() ? "'" + outputs_[index].name + "'" : std::to_string(number)) +
        "; declare it with output(...) or outputStream(...)");
  }
  return outputs_[index];
}

void Outlet::refuse_size(const Output &output, std::size_t size) const {
  std::string fields;
  for (const std::string &field : output.fields) {
    fields += (fields.empty() ? ": " : ", ") + field;
  }
  throw std::runtime_error(who_ + " emitted " + std::to_string(size) + " values into stream '" +
                           output.name + "', which has " + std::to_string(output.fields.size()) +
                           " fields" + fields +
                           "; declare what is emitted with output(...) or outputStream(...)");
}

void Outlet::choose(Output &output, const ValuesRow &values, std::int32_t direct) {
  tasks_.clear();
  try {
    for (Target &target : output.targets) {
      target.choose(values, direct, sender_, tasks_);
    }
  } catch (const std::runtime_error &e) {
    throw std::runtime_error(who_ + ", stream '" + output.name + "': " + e.what());
  }
}

void Outlet::check(kryo::Status status, const std::string &stream) {
  if (status != kryo::Status::ok) {
    throw std::runtime_error("cannot write a tuple of stream '" + stream +
                             "': " + std::string(kryo::describe(status)));
  }
}

void Outlet::post(std::int32_t task, std::uint32_t stream, std::span<const kryo::Anchor> anchors) {
  head_.resize(kryo::max_tuple_header_size(anchors.size()));
  kryo::Writer writer(head_);
  check(kryo::write_tuple_header(writer, static_cast<std::uint32_t>(task_), stream, anchors),
        "to task " + std::to_string(task));
  sender_.send(task, writer.written(), values_);
}

template <class... T> void Outlet::send_to_ackers(ToAckers &ackers, const T &...values) {
  const std::int64_t root = std::get<0>(std::tie(values...));
  std::uint8_t bytes[64];
  kryo::Writer writer(bytes);
  check(kryo::write_values(writer, values...), "to ackers");
  values_.assign(writer.written().begin(), writer.written().end());
  for (Target &target : ackers.targets) {
    const std::vector<std::int32_t> &tasks = target.plan().tasks;
    if (!tasks.empty()) {
      post(tasks[floor_mod(hash_of(root), tasks.size())], ackers.id, {});
    }
  }
}

void Outlet::ack_init(std::int64_t root, std::int64_t xored) {
  send_to_ackers(init_, root, xored, task_);
}

void Outlet::ack(std::int64_t root, std::int64_t xored) { send_to_ackers(ack_, root, xored); }

void Outlet::fail(std::int64_t root) { send_to_ackers(fail_, root); }

bool Outlet::is_blocked() const {
  return std::any_of(watched_.begin(), watched_.end(),
                     [this](std::int32_t task) { return sender_.is_full(task); });
}

} // namespace eyewall::worker
