#include <eyewall/kryo/record.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <eyewall/kryo/class_id.hpp>

namespace eyewall::kryo {

RecordLayout RecordLayout::of(std::string name, std::vector<Field> fields) {
  std::sort(fields.begin(), fields.end(),
            [](const Field &a, const Field &b) { return a.name < b.name; });
  return {std::move(name), std::move(fields)};
}

Registry::Registry() {
  using enum ClassId;
  const auto text = FieldType::final_class(string);
  const auto number = FieldType::primitive(int64);
  const auto integer = FieldType::primitive(int32);
  add(transaction_attempt,
      RecordLayout::of("org.apache.storm.transactional.TransactionAttempt",
                       {{"attemptId", number}, {"txid", FieldType::object()}}));
  add(data_point, RecordLayout::of("org.apache.storm.metric.api.IMetricsConsumer$DataPoint",
                                   {{"dimensions", FieldType::map(string, string)},
                                    {"name", text},
                                    {"value", FieldType::object()}}));
  add(task_info, RecordLayout::of("org.apache.storm.metric.api.IMetricsConsumer$TaskInfo",
                                  {{"srcComponentId", text},
                                   {"srcTaskId", integer},
                                   {"srcWorkerHost", text},
                                   {"srcWorkerPort", integer},
                                   {"timestamp", number},
                                   {"updateIntervalSecs", integer}}));
  add(back_pressure_status, RecordLayout::of("org.apache.storm.messaging.netty.BackPressureStatus",
                                             {{"bpTasks", FieldType::list(int32)},
                                              {"id", number},
                                              {"nonBpTasks", FieldType::list(int32)},
                                              {"workerId", text}}));
  add(node_info, RecordLayout::of("org.apache.storm.generated.NodeInfo",
                                  {{"node", text}, {"port", FieldType::list(int64)}}));
}

const Registry &Registry::storm() {
  static const Registry registry;
  return registry;
}

void Registry::add(ClassId id, RecordLayout layout) {
  codecs_.erase(id);
  layouts_[id] = std::move(layout);
}

void Registry::add(ClassId id, RecordCodec codec) {
  layouts_.erase(id);
  codecs_[id] = std::move(codec);
}

const RecordLayout *Registry::layout(ClassId id) const noexcept {
  const auto found = layouts_.find(id);
  return found == layouts_.end() ? nullptr : &found->second;
}

const RecordCodec *Registry::codec(ClassId id) const noexcept {
  const auto found = codecs_.find(id);
  return found == codecs_.end() ? nullptr : &found->second;
}

bool Registry::accepts_null(ClassId id) const noexcept {
  const RecordCodec *found = codec(id);
  return found != nullptr && found->accepts_null;
}

std::uint32_t Registry::min_size(ClassId id) const noexcept {
  if (const RecordLayout *found = layout(id)) {
    return static_cast<std::uint32_t>(found->fields.size()); // each field takes at least a byte
  }
  const RecordCodec *found = codec(id);
  return found == nullptr ? 0 : found->min_size;
}

} // namespace eyewall::kryo
