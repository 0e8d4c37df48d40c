#include "network.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <eyewall/kryo/kryo.hpp>

namespace eyewall::worker {

using wire::IoStatus;

namespace {

constexpr std::size_t read_bytes = std::size_t{256} * 1024;
/// Reads from one connection before the next one is served.
constexpr int max_reads_in_a_row = 8;
constexpr int reconnect_pause_ms = 100;
/// Attempts to get a port that is in use: ten seconds.
constexpr int listen_tries = 100;
/// Unsent bytes from which a client counts as not reading.
constexpr std::size_t max_unsent_bytes_to_client = std::size_t{1024} * 1024;

void append(std::vector<std::uint8_t> &to, std::span<const std::uint8_t> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

template <class Write> std::vector<std::uint8_t> frame_of(std::size_t most, const Write &write) {
  std::vector<std::uint8_t> frame(most);
  kryo::Writer writer(frame);
  if (write(writer) != kryo::Status::ok) {
    throw std::logic_error("no room for a message to other workers");
  }
  frame.resize(writer.size());
  return frame;
}

} // namespace

void Network::listen(std::uint16_t port, const std::string &worker_id) {
  worker_id_ = worker_id;
  server_ = wire::Socket::listen(port, true); // as Storm's workers do
  // The previous worker of this slot may still be ending.
  for (int i = 0; i < listen_tries && server_.error() == EADDRINUSE; ++i) {
    poll(nullptr, 0, reconnect_pause_ms);
    server_ = wire::Socket::listen(port, true);
  }
  if (!server_.is_open()) {
    throw std::runtime_error("cannot listen on port " + std::to_string(port) + ": " +
                             std::generic_category().message(server_.error()));
  }
  server_.set_non_blocking();
}

void Network::place(const std::map<Place, std::vector<std::int32_t>> &places) {
  has_places_ = true;
  for (auto &[place, peer] : peers_) {
    peer->wanted = false;
  }
  by_task_.assign(wire::max_task + std::size_t{1}, nullptr);
  for (const auto &[place, tasks] : places) {
    std::unique_ptr<Peer> &peer = peers_[place];
    if (!peer) {
      peer = std::make_unique<Peer>();
    }
    peer->wanted = true;
    for (const std::int32_t task : tasks) {
      by_task_.at(static_cast<std::size_t>(task)) = peer.get();
    }
  }
  std::erase_if(peers_, [](const auto &entry) { return !entry.second->wanted; });
  polled_peers_.clear();
}

const Network::Peer *Network::peer_of(std::int32_t task) const {
  const auto index = static_cast<std::size_t>(task);
  return index < by_task_.size() ? by_task_[index] : nullptr;
}

void Network::send(std::int32_t task, std::span<const std::uint8_t> head,
                   std::span<const std::uint8_t> values) {
  const auto index = static_cast<std::size_t>(task);
  Peer *peer = index < by_task_.size() ? by_task_[index] : nullptr;
  if (peer == nullptr || !peer->connected) {
    ++lost_;
    return;
  }
  const std::size_t size = head.size() + values.size();
  const std::uint8_t frame[wire::task_message_header] = {
      static_cast<std::uint8_t>(index >> 8U), static_cast<std::uint8_t>(index),
      static_cast<std::uint8_t>(size >> 24U), static_cast<std::uint8_t>(size >> 16U),
      static_cast<std::uint8_t>(size >> 8U),  static_cast<std::uint8_t>(size)};
  append(peer->out, frame);
  append(peer->out, head);
  append(peer->out, values);
  peer->in_batch = true;
}

bool Network::is_full(std::int32_t task) const {
  const Peer *peer = peer_of(task);
  if (peer == nullptr || !peer->connected) {
    return false;
  }
  if (peer->out.size() - peer->sent > max_unsent_bytes) {
    return true;
  }
  const auto found = peer->waiting.find(task);
  return found != peer->waiting.end() && found->second;
}

double Network::load_of(std::int32_t task) const {
  const Peer *peer = peer_of(task);
  if (peer == nullptr) {
    return 0;
  }
  const auto found = peer->loads.find(task);
  return found == peer->loads.end() ? 0 : found->second;
}

bool Network::all_connected() const {
  return has_places_ && std::all_of(peers_.begin(), peers_.end(),
                                    [](const auto &entry) { return entry.second->connected; });
}

bool Network::is_flushed() const {
  return std::all_of(peers_.begin(), peers_.end(),
                     [](const auto &entry) { return entry.second->out.empty(); });
}

std::vector<std::uint8_t> Network::status_frame(const std::set<std::int32_t> &freed) {
  const wire::BackPressureStatus status{{waiting_.begin(), waiting_.end()},
                                        ++status_frames_,
                                        {freed.begin(), freed.end()},
                                        worker_id_};
  return frame_of(64 + 8 * (waiting_.size() + freed.size()) + 2 * worker_id_.size(),
                  [&](kryo::Writer &writer) { return wire::write_back_pressure(writer, status); });
}

void Network::broadcast(const std::vector<std::uint8_t> &frame) {
  for (Client &client : clients_) {
    if (client.out.size() - client.sent < max_unsent_bytes_to_client) {
      append(client.out, frame);
    }
  }
}

void Network::send_back_pressure(const std::set<std::int32_t> &waiting) {
  if (waiting == waiting_) {
    return;
  }
  std::set<std::int32_t> freed;
  std::set_difference(waiting_.begin(), waiting_.end(), waiting.begin(), waiting.end(),
                      std::inserter(freed, freed.end()));
  waiting_ = waiting;
  broadcast(status_frame(freed));
}

void Network::send_loads(const wire::LoadMetrics &loads) {
  broadcast(frame_of(64 + 32 * loads.size(), [&](kryo::Writer &writer) {
    return wire::write_load_metrics(writer, loads);
  }));
}

void Network::add_to(std::vector<pollfd> &polled) {
  polled.push_back({server_.descriptor(), POLLIN, 0});
  polled_clients_.clear();
  for (Client &client : clients_) {
    const bool has_unsent = client.sent < client.out.size();
    polled.push_back({client.socket.descriptor(),
                      static_cast<short>(has_unsent ? POLLIN | POLLOUT : POLLIN), 0});
    polled_clients_.push_back(&client);
  }
  polled_peers_.clear();
  for (auto &[place, peer] : peers_) {
    if (peer->socket.is_open()) {
      const bool waits = !peer->connected || peer->sent < peer->out.size();
      polled.push_back(
          {peer->socket.descriptor(), static_cast<short>(waits ? POLLIN | POLLOUT : POLLIN), 0});
      polled_peers_.push_back(peer.get());
    }
  }
}

void Network::on_polled(std::span<const pollfd> polled) {
  std::size_t at = 1;
  for (Client *client : polled_clients_) {
    const short events = polled[at++].revents;
    if ((events & (POLLIN | POLLHUP | POLLERR)) != 0) {
      read(*client);
    }
  }
  for (Peer *peer : polled_peers_) {
    const short events = polled[at++].revents;
    if (!peer->connected && (events & (POLLOUT | POLLHUP | POLLERR)) != 0) {
      if (peer->socket.connected()) {
        peer->connected = true;
      } else {
        disconnect(*peer);
      }
    } else if ((events & (POLLIN | POLLHUP | POLLERR)) != 0) {
      read(*peer);
    }
  }
  std::erase_if(clients_, [](const Client &client) { return !client.socket.is_open(); });
  if ((polled[0].revents & POLLIN) != 0) {
    for (wire::Socket socket = server_.accept(); socket.is_open(); socket = server_.accept()) {
      socket.set_non_blocking();
      Client &client = clients_.emplace_back();
      client.socket = std::move(socket);
      append(client.out, status_frame({})); // the first frame of Storm's servers
    }
  }
}

void Network::read(Client &client) {
  for (int i = 0; i < max_reads_in_a_row; ++i) {
    std::size_t size = 0;
    const IoStatus status = client.socket.receive(client.in.room(read_bytes), size);
    if (status == IoStatus::again) {
      return;
    }
    if (status != IoStatus::ok) {
      client.socket = {};
      return;
    }
    client.in.received(size);
    wire::Frame frame;
    for (bool complete = true; complete;) {
      if (client.in.next(frame, complete) != kryo::Status::ok) {
        client.socket = {}; // not a peer of this protocol
        return;
      }
      if (complete && frame.kind == wire::FrameKind::task_message) {
        on_message_(frame.task, frame.payload);
      }
    }
    if (size < read_bytes) {
      return;
    }
  }
}

void Network::read(Peer &peer) {
  std::size_t size = 0;
  const IoStatus status = peer.socket.receive(peer.in.room(read_bytes), size);
  if (status == IoStatus::again) {
    return;
  }
  if (status != IoStatus::ok) {
    disconnect(peer);
    return;
  }
  peer.in.received(size);
  wire::Frame frame;
  for (bool complete = true; complete;) {
    kryo::Status read = peer.in.next(frame, complete);
    if (read == kryo::Status::ok && complete && frame.kind == wire::FrameKind::back_pressure) {
      wire::BackPressureStatus status_of_peer;
      read = wire::read_back_pressure(frame.payload, status_of_peer);
      for (const std::int32_t task : status_of_peer.waiting_tasks) {
        peer.waiting[task] = true;
      }
      for (const std::int32_t task : status_of_peer.free_tasks) {
        peer.waiting[task] = false;
      }
    } else if (read == kryo::Status::ok && complete &&
               frame.kind == wire::FrameKind::load_metrics) {
      wire::LoadMetrics loads;
      read = wire::read_load_metrics(frame.payload, loads);
      for (const auto &[task, load] : loads) {
        peer.loads[task] = load;
      }
    }
    if (read != kryo::Status::ok) {
      disconnect(peer);
      return;
    }
  }
}

void Network::disconnect(Peer &peer) {
  peer.socket = {};
  peer.connected = false;
  peer.reconnect_at_ms = -1; // set by flush(), which has the time
  peer.out.clear();          // the other side may have received half a message
  peer.sent = 0;
  peer.in_batch = false;
  peer.in = wire::FrameReader();
  peer.waiting.clear();
  peer.loads.clear();
}

bool Network::write(wire::Socket &socket, std::vector<std::uint8_t> &out, std::size_t &sent) {
  while (sent < out.size()) {
    std::size_t size = 0;
    const IoStatus status = socket.send_some(std::span(out).subspan(sent), size);
    if (status == IoStatus::again) {
      break;
    }
    if (status != IoStatus::ok) {
      return false;
    }
    sent += size;
  }
  if (sent == out.size()) {
    out.clear();
    sent = 0;
  } else if (sent > max_unsent_bytes / 2) {
    out.erase(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(sent));
    sent = 0;
  }
  return true;
}

void Network::flush(std::int64_t now_ms) {
  for (Client &client : clients_) {
    if (!write(client.socket, client.out, client.sent)) {
      client.socket = {};
    }
  }
  std::erase_if(clients_, [](const Client &client) { return !client.socket.is_open(); });
  for (auto &[place, peer] : peers_) {
    if (!peer->socket.is_open()) {
      if (peer->reconnect_at_ms < 0) {
        peer->reconnect_at_ms = now_ms + reconnect_pause_ms;
      }
      if (now_ms >= peer->reconnect_at_ms) {
        peer->socket = wire::Socket::begin_connect(place.host, place.port);
        peer->reconnect_at_ms = -1;
      }
    } else if (peer->connected) {
      if (peer->in_batch) {
        append(peer->out,
               frame_of(2, [](kryo::Writer &writer) { return wire::write_end_of_batch(writer); }));
        peer->in_batch = false;
      }
      if (!write(peer->socket, peer->out, peer->sent)) {
        disconnect(*peer);
      }
    }
  }
}

} // namespace eyewall::worker
