#include <eyewall/wire/messages.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <eyewall/kryo/kryo.hpp>
#include <eyewall/wire/frame.hpp>

#include "frame_code.hpp"

namespace eyewall::wire {

namespace {

Status tasks_of(const kryo::Value &value, std::vector<std::int32_t> &tasks) {
  tasks.clear();
  if (value.is_null()) {
    return Status::ok;
  }
  const auto *list = value.get_if<kryo::List>();
  if (list == nullptr) {
    return Status::unexpected_class;
  }
  for (const kryo::Value &item : list->items) {
    const auto *task = item.get_if<std::int32_t>();
    if (task == nullptr) {
      return Status::unexpected_null;
    }
    tasks.push_back(*task);
  }
  return Status::ok;
}

kryo::Value list_of(const std::vector<std::int32_t> &tasks) {
  kryo::List list;
  list.items.assign(tasks.begin(), tasks.end());
  return list;
}

} // namespace

Status read_back_pressure(std::span<const std::uint8_t> payload, BackPressureStatus &status) {
  kryo::Reader reader(payload);
  kryo::Value value;
  EYEWALL_KRYO_TRY(kryo::read_object(reader, value));
  EYEWALL_KRYO_TRY(reader.expect_end());
  const auto *record = value.get_if<kryo::Record>();
  if (record == nullptr || record->type != kryo::ClassId::back_pressure_status) {
    return Status::unexpected_class;
  }
  // bpTasks, id, nonBpTasks, workerId
  EYEWALL_KRYO_TRY(tasks_of(record->fields[0], status.waiting_tasks));
  status.id = *record->fields[1].get_if<std::int64_t>();
  EYEWALL_KRYO_TRY(tasks_of(record->fields[2], status.free_tasks));
  const auto *worker = record->fields[3].get_if<std::string>();
  status.worker_id = worker == nullptr ? std::string() : *worker;
  return Status::ok;
}

Status write_back_pressure(kryo::Writer &writer, const BackPressureStatus &status) {
  const kryo::Record record{
      kryo::ClassId::back_pressure_status,
      {list_of(status.waiting_tasks), status.id, list_of(status.free_tasks), status.worker_id}};
  return detail::write_message(writer, code_back_pressure, [&](kryo::Writer &to) {
    return kryo::write_object(to, kryo::Value(record));
  });
}

Status read_load_metrics(std::span<const std::uint8_t> payload, LoadMetrics &metrics) {
  kryo::Reader reader(payload);
  EYEWALL_KRYO_TRY(kryo::read_values(reader, metrics));
  return reader.expect_end();
}

Status write_load_metrics(kryo::Writer &writer, const LoadMetrics &metrics) {
  return detail::write_message(writer, code_load_metrics,
                               [&](kryo::Writer &to) { return kryo::write_values(to, metrics); });
}

} // namespace eyewall::wire
