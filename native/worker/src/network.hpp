// A worker's connections by Storm's protocol: a server that others send to, and one connection to
// each worker that it sends to. One thread, which never waits for a peer.
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
  /// More than this is waiting to be sent: whoever sends had better wait.
  static constexpr std::size_t enough_bytes = std::size_t{4} * 1024 * 1024;

  using OnMessage = std::function<void(std::uint16_t task, std::span<const std::uint8_t> payload)>;

  explicit Network(OnMessage on_message) : on_message_(std::move(on_message)) {}

  /// Throws std::runtime_error when the port can't be had.
  void listen(std::uint16_t port, const std::string &worker_id);
  [[nodiscard]] std::uint16_t port() const noexcept { return server_.port(); }

  /// Where tasks of others are from now on.
  void place(const std::map<Place, std::vector<std::int32_t>> &places);

  /// Puts a message into what is to be sent. What is for a worker that can't be reached is lost, as
  /// Storm does it: its message times out, and is sent again.
  void send(std::int32_t task, std::span<const std::uint8_t> head,
            std::span<const std::uint8_t> values);

  /// Whether a task of another worker takes no more for now.
  [[nodiscard]] bool is_full(std::int32_t task) const;
  /// How full the queue of a task of another worker was last said to be.
  [[nodiscard]] double load_of(std::int32_t task) const;
  /// False, too, before place() has said with whom.
  [[nodiscard]] bool all_connected() const;
  /// Whether all that was sent is with the kernel.
  [[nodiscard]] bool is_flushed() const;

  /// Says to all that send to this worker which of its tasks wait, and how full queues are.
  void say_waiting(const std::set<std::int32_t> &waiting);
  void say_loads(const wire::LoadMetrics &loads);

  /// Adds what is to be waited for; then, with the answers, does it. `now_ms`: any clock.
  void add_to(std::vector<pollfd> &polled);
  void on_polled(std::span<const pollfd> polled);
  /// Hands over what was sent since, and connects anew.
  void flush(std::int64_t now_ms);

  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }

private:
  /// To one worker.
  struct Peer {
    wire::Socket socket;
    bool connected = false;
    std::int64_t again_ms = 0; ///< not before
    std::vector<std::uint8_t> out;
    std::size_t sent = 0;
    bool in_batch = false; ///< task messages since the last end of a batch
    wire::FrameReader in;
    std::map<std::int32_t, bool> waiting;
    wire::LoadMetrics loads;
    bool wanted = true;
  };

  /// From one worker.
  struct Client {
    wire::Socket socket;
    wire::FrameReader in;
    std::vector<std::uint8_t> out;
    std::size_t sent = 0;
  };

  void read(Client &client);
  static void read(Peer &peer);
  static void lose(Peer &peer);
  static bool write(wire::Socket &socket, std::vector<std::uint8_t> &out, std::size_t &sent);
  void say(const std::vector<std::uint8_t> &frame);
  [[nodiscard]] std::vector<std::uint8_t> status_frame(const std::set<std::int32_t> &freed);
  [[nodiscard]] const Peer *peer_of(std::int32_t task) const;

  OnMessage on_message_;
  wire::Socket server_;
  std::string worker_id_;
  std::list<Client> clients_;
  std::map<Place, std::unique_ptr<Peer>> peers_;
  bool placed_ = false;
  std::vector<Peer *> by_task_; // null: not placed
  std::set<std::int32_t> waiting_;
  std::int64_t statuses_ = 0;
  std::uint64_t lost_ = 0;
  // In the order of add_to().
  std::vector<Client *> polled_clients_;
  std::vector<Peer *> polled_peers_;
};

} // namespace eyewall::worker
