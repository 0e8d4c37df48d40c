// A worker's connections in Storm's protocol: a server for incoming messages, and one connection to
// each worker that this one sends to. Used by one thread, which never blocks on a peer.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <poll.h>

#include <eyewall/wire/frame_reader.hpp>
#include <eyewall/wire/messages.hpp>
#include <eyewall/wire/socket.hpp>

#include "plan.hpp"

namespace eyewall::worker {

class Network {
public:
  /// Unsent bytes to a worker above which its tasks count as full.
  static constexpr std::size_t max_unsent_bytes = std::size_t{4} * 1024 * 1024;

  using OnMessage = std::function<void(std::uint16_t task, std::span<const std::uint8_t> payload)>;

  explicit Network(OnMessage on_message) : on_message_(std::move(on_message)) {}

  /// Throws std::runtime_error if the port is not available.
  void listen(std::uint16_t port, const std::string &worker_id);
  [[nodiscard]] std::uint16_t port() const noexcept { return server_.port(); }

  /// Sets the addresses of other workers' tasks.
  void place(const std::map<Place, std::vector<std::int32_t>> &places);

  /// Queues a message for sending. A message for an unreachable worker is lost, as in Storm; its
  /// spout's message times out and is replayed.
  void send(std::int32_t task, std::span<const std::uint8_t> head,
            std::span<const std::uint8_t> values);

  /// Returns whether a task of another worker is under back-pressure.
  [[nodiscard]] bool is_full(std::int32_t task) const;
  /// Returns the last reported fill level of another worker's task.
  [[nodiscard]] double load_of(std::int32_t task) const;
  /// Returns whether all connections exist; false before the first place().
  [[nodiscard]] bool all_connected() const;
  /// Returns whether the kernel has accepted everything that was sent.
  [[nodiscard]] bool is_flushed() const;

  /// Sends all clients the tasks that are under back-pressure, or the fill levels of queues.
  void send_back_pressure(const std::set<std::int32_t> &waiting);
  void send_loads(const wire::LoadMetrics &loads);

  /// Adds the descriptors to poll; on_polled() then processes the results in the same order.
  void add_to(std::vector<pollfd> &polled);
  void on_polled(std::span<const pollfd> polled);
  /// Passes queued messages to the kernel, and reconnects. `now_ms` is of any monotonic clock.
  void flush(std::int64_t now_ms);

  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }

private:
  /// The connection to one worker.
  struct Peer {
    wire::Socket socket;
    bool connected = false;
    std::int64_t reconnect_at_ms = 0; ///< no reconnect before this time
    std::vector<std::uint8_t> out;
    std::size_t sent = 0;
    bool in_batch = false; ///< task messages were written since the last end of batch
    wire::FrameReader in;
    std::map<std::int32_t, bool> waiting;
    wire::LoadMetrics loads;
    bool wanted = true;
  };

  /// A connection from one worker.
  struct Client {
    wire::Socket socket;
    wire::FrameReader in;
    std::vector<std::uint8_t> out;
    std::size_t sent = 0;
  };

  void read(Client &client);
  static void read(Peer &peer);
  static void disconnect(Peer &peer);
  static bool write(wire::Socket &socket, std::vector<std::uint8_t> &out, std::size_t &sent);
  void broadcast(const std::vector<std::uint8_t> &frame);
  [[nodiscard]] std::vector<std::uint8_t> status_frame(const std::set<std::int32_t> &freed);
  [[nodiscard]] const Peer *peer_of(std::int32_t task) const;

  OnMessage on_message_;
  wire::Socket server_;
  std::string worker_id_;
  std::list<Client> clients_;
  std::map<Place, std::unique_ptr<Peer>> peers_;
  bool has_places_ = false;
  std::vector<Peer *> by_task_; // null if not placed
  std::set<std::int32_t> waiting_;
  std::int64_t status_frames_ = 0;
  std::uint64_t lost_ = 0;
  // In the order in which add_to() added them.
  std::vector<Client *> polled_clients_;
  std::vector<Peer *> polled_peers_;
};

} // namespace eyewall::worker
