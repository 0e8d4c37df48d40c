// A worker's surroundings without sockets: what is sent, by task.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "outlet.hpp"

namespace eyewall::worker {

class FakeSender : public MessageSender {
public:
  void send(std::int32_t task, std::span<const std::uint8_t> head,
            std::span<const std::uint8_t> values) override {
    std::vector<std::uint8_t> &message = sent[task].emplace_back(head.begin(), head.end());
    message.insert(message.end(), values.begin(), values.end());
  }
  [[nodiscard]] bool is_own(std::int32_t task) const override { return own.contains(task); }
  [[nodiscard]] bool is_full(std::int32_t task) const override { return full.contains(task); }
  [[nodiscard]] double load_of(std::int32_t task) const override {
    const auto found = loads.find(task);
    return found == loads.end() ? 0 : found->second;
  }

  std::map<std::int32_t, std::vector<std::vector<std::uint8_t>>> sent;
  std::set<std::int32_t> own;
  std::set<std::int32_t> full;
  std::map<std::int32_t, double> loads;
};

/// Task 1 is the acker, 2 and 3 bolt "echo", 4 spout "lines", 5 a sink.
inline Plan example_plan() {
  PlanReader reader;
  reader.add("port\t0\nworker\tw\ntimeout\t1000\nacking\t1\n"
             "task\t1\t__acker\ntask\t2\techo\ntask\t3\techo\ntask\t4\tlines\ntask\t5\tsink\n"
             "stream\t__acker\t1\t__ack_ack\tid\tms\nstream\t__acker\t2\t__ack_fail\tid\tms\n"
             "stream\t__acker\t3\t__ack_reset_timeout\tid\tms\n"
             "stream\techo\t1\t__ack_ack\tid\tx\nstream\techo\t2\t__ack_fail\tid\n"
             "stream\techo\t3\tdefault\tvalue\n"
             "stream\tlines\t1\t__ack_init\tid\tx\ttask\nstream\tlines\t2\tdefault\tline\n"
             "target\tlines\tdefault\tshuffle\t2,3\t\ntarget\techo\tdefault\tfields\t5\t0\n"
             "target\tlines\t__ack_init\tfields\t1\t0\ntarget\techo\t__ack_ack\tfields\t1\t0\n"
             "target\techo\t__ack_fail\tfields\t1\t0\ngo\n");
  return reader.plan();
}

} // namespace eyewall::worker
