// Storm's acker: detects complete tuple trees by the XOR of their tuples' ids.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "executor.hpp"
#include "outlet.hpp"

namespace eyewall::worker {

class Acker : public Executor {
public:
  Acker(const Plan &plan, const OwnTask &own, MessageSender &post);

  void open(bool /*active*/) override {}
  bool step(Now now) override;
  void on_time(Now now) override;
  void report(std::string &lines, bool counts) override;

  [[nodiscard]] std::size_t trees() const noexcept;

private:
  struct Tree {
    std::int64_t xored = 0;
    std::int64_t begin_ms = 0;
    std::int32_t spout = -1;
    bool failed = false;
  };
  enum class MessageKind : std::uint8_t { init, ack, fail, reset_timeout, other };
  using Trees = std::unordered_map<std::int64_t, Tree>;

  void process(std::span<const std::uint8_t> message, Now now);
  [[nodiscard]] MessageKind kind_of(std::uint32_t task, std::uint32_t stream);
  Tree &tree_of(std::int64_t root, Now now);
  void remove_tree(std::int64_t root);
  void notify_spout(std::int32_t spout, std::uint32_t stream, std::int64_t root,
                    std::int64_t age_ms);

  const Plan &plan_;
  std::int32_t task_;
  MessageSender &sender_;
  std::uint32_t ack_id_;
  std::uint32_t fail_id_;
  std::uint32_t reset_id_;
  /// The first bucket is the newest. A tree without messages moves to older buckets, and is then
  /// removed.
  std::array<Trees, 3> buckets_;
  std::int64_t rotated_ms_ = -1;
  std::unordered_map<std::uint64_t, MessageKind> streams_; ///< by task and stream id
  std::uint64_t executed_ = 0;
  std::uint64_t emitted_ = 0;
};

} // namespace eyewall::worker
