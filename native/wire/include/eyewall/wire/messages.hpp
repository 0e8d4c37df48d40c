// The messages between workers other than tuples.
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

/// The tasks of a worker that are under back-pressure:
/// org.apache.storm.messaging.netty.BackPressureStatus. Sent by servers.
struct BackPressureStatus {
  std::vector<std::int32_t> waiting_tasks; ///< bpTasks: clients must not send to them
  std::int64_t id = 0;                     ///< increasing number in the sender's process
  std::vector<std::int32_t> free_tasks;    ///< nonBpTasks: no longer under back-pressure
  std::string worker_id;

  friend bool operator==(const BackPressureStatus &, const BackPressureStatus &) = default;
};

/// Reads the payload of a back-pressure frame.
Status read_back_pressure(std::span<const std::uint8_t> payload, BackPressureStatus &status);

/// Writes the whole frame, or nothing.
Status write_back_pressure(kryo::Writer &writer, const BackPressureStatus &status);

/// Fill level of each task's queue, from 0 to 1; the input of Storm's LoadAwareShuffleGrouping.
using LoadMetrics = std::map<std::int32_t, double>;

/// Reads the payload of a load metrics frame.
Status read_load_metrics(std::span<const std::uint8_t> payload, LoadMetrics &metrics);

/// Writes the whole frame, or nothing.
Status write_load_metrics(kryo::Writer &writer, const LoadMetrics &metrics);

} // namespace eyewall::wire
