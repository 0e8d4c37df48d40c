// What workers tell each other beside tuples.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/writer.hpp>
#include <eyewall/wire/frame.hpp>

namespace eyewall::wire {

/// Which of a worker's tasks take no more for now: org.apache.storm.messaging.netty
/// .BackPressureStatus. Sent by servers.
struct BackPressureStatus {
  std::vector<std::int32_t> waiting_tasks; ///< bpTasks: send them nothing
  std::int64_t id = 0;                     ///< counts up in the sender's process
  std::vector<std::int32_t> free_tasks;    ///< nonBpTasks: that have waited, and no longer do
  std::string worker_id;

  friend bool operator==(const BackPressureStatus &, const BackPressureStatus &) = default;
};

/// The payload of a frame of back pressure.
Status read_back_pressure(std::span<const std::uint8_t> payload, BackPressureStatus &status);

/// The frame, whole or not at all.
Status write_back_pressure(kryo::Writer &writer, const BackPressureStatus &status);

/// How full the queue of each task is, from 0 to 1: LoadAwareShuffleGrouping's food.
using LoadMetrics = std::map<std::int32_t, double>;

/// The payload of a frame of load metrics.
Status read_load_metrics(std::span<const std::uint8_t> payload, LoadMetrics &metrics);

/// The frame, whole or not at all.
Status write_load_metrics(kryo::Writer &writer, const LoadMetrics &metrics);

} // namespace eyewall::wire
