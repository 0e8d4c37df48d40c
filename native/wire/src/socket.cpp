#include <eyewall/wire/socket.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

namespace eyewall::wire {

namespace {

void set_option(int descriptor, int level, int name) noexcept {
  const int on = 1;
  static_cast<void>(::setsockopt(descriptor, level, name, &on, sizeof on));
}

/// Returns an errno, or 0.
int connect_within(int descriptor, const addrinfo &address, int timeout_ms) noexcept {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags < 0 || ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) {
    return errno;
  }
  if (::connect(descriptor, address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) {
      return errno;
    }
    pollfd waiting{descriptor, POLLOUT, 0};
    const int ready = ::poll(&waiting, 1, timeout_ms);
    if (ready <= 0) {
      return ready == 0 ? ETIMEDOUT : errno;
    }
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
      return error != 0 ? error : errno;
    }
  }
  return ::fcntl(descriptor, F_SETFL, flags) < 0 ? errno : 0;
}

} // namespace

Socket::Socket(Socket &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), error_(other.error_) {}

Socket &Socket::operator=(Socket &&other) noexcept {
  if (this != &other) {
    if (descriptor_ >= 0) {
      ::close(descriptor_);
    }
    descriptor_ = std::exchange(other.descriptor_, -1);
    error_ = other.error_;
  }
  return *this;
}

Socket::~Socket() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Socket Socket::connect(const std::string &host, std::uint16_t port, int timeout_ms) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo *addresses = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &addresses) != 0) {
    return Socket(-1, EHOSTUNREACH);
  }
  int error = EHOSTUNREACH;
  for (const addrinfo *address = addresses; address != nullptr; address = address->ai_next) {
    Socket socket(::socket(address->ai_family, address->ai_socktype, address->ai_protocol), 0);
    if (!socket.is_open()) {
      error = errno;
      continue;
    }
    error = connect_within(socket.descriptor_, *address, timeout_ms);
    if (error == 0) {
      set_option(socket.descriptor_, IPPROTO_TCP, TCP_NODELAY);
      ::freeaddrinfo(addresses);
      return socket;
    }
  }
  ::freeaddrinfo(addresses);
  return Socket(-1, error);
}

Socket Socket::begin_connect(const std::string &host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_family = AF_INET; // as Storm's servers listen
  hints.ai_socktype = SOCK_STREAM;
  addrinfo *address = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &address) != 0) {
    return Socket(-1, EHOSTUNREACH);
  }
  Socket socket(::socket(address->ai_family, address->ai_socktype, address->ai_protocol), 0);
  int error = socket.is_open() ? 0 : errno;
  if (error == 0) {
    socket.set_non_blocking();
    set_option(socket.descriptor_, IPPROTO_TCP, TCP_NODELAY);
    if (::connect(socket.descriptor_, address->ai_addr, address->ai_addrlen) != 0 &&
        errno != EINPROGRESS) {
      error = errno;
    }
  }
  ::freeaddrinfo(address);
  return error == 0 ? std::move(socket) : Socket(-1, error);
}

bool Socket::connected() noexcept {
  int error = 0;
  socklen_t size = sizeof error;
  if (::getsockopt(descriptor_, SOL_SOCKET, SO_ERROR, &error, &size) != 0) {
    error = errno;
  }
  error_ = error;
  return error == 0;
}

void Socket::set_non_blocking() const noexcept {
  const int flags = ::fcntl(descriptor_, F_GETFL);
  static_cast<void>(::fcntl(descriptor_, F_SETFL, flags | O_NONBLOCK));
}

Socket Socket::listen(std::uint16_t port, bool everywhere) {
  Socket socket(::socket(AF_INET, SOCK_STREAM, 0), 0);
  if (!socket.is_open()) {
    return Socket(-1, errno);
  }
  set_option(socket.descriptor_, SOL_SOCKET, SO_REUSEADDR);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(everywhere ? INADDR_ANY : INADDR_LOOPBACK);
  address.sin_port = htons(port);
  constexpr int waiting_connections = 128;
  if (::bind(socket.descriptor_, reinterpret_cast<const sockaddr *>(&address), sizeof address) !=
          0 ||
      ::listen(socket.descriptor_, waiting_connections) != 0) {
    return Socket(-1, errno);
  }
  return socket;
}

Socket Socket::accept() const {
  while (true) {
    const int descriptor = ::accept(descriptor_, nullptr, nullptr);
    if (descriptor >= 0) {
      set_option(descriptor, IPPROTO_TCP, TCP_NODELAY);
      return Socket(descriptor, 0);
    }
    if (errno != EINTR && errno != ECONNABORTED) {
      return Socket(-1, errno);
    }
  }
}

std::uint16_t Socket::port() const noexcept {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  if (::getsockname(descriptor_, reinterpret_cast<sockaddr *>(&storage), &size) != 0) {
    return 0;
  }
  if (storage.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6 *>(&storage)->sin6_port);
  }
  return ntohs(reinterpret_cast<const sockaddr_in *>(&storage)->sin_port);
}

IoStatus Socket::send_all(std::span<const std::uint8_t> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      error_ = errno;
      return IoStatus::failed;
    }
  }
  return IoStatus::ok;
}

IoStatus Socket::send_some(std::span<const std::uint8_t> bytes, std::size_t &size) noexcept {
  size = 0;
  while (true) {
    const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      size = static_cast<std::size_t>(sent);
      return IoStatus::ok;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return IoStatus::again;
    }
    if (errno != EINTR) {
      error_ = errno;
      return IoStatus::failed;
    }
  }
}

IoStatus Socket::receive(std::span<std::uint8_t> into, std::size_t &size) noexcept {
  size = 0;
  while (true) {
    const ssize_t received = ::recv(descriptor_, into.data(), into.size(), 0);
    if (received > 0) {
      size = static_cast<std::size_t>(received);
      return IoStatus::ok;
    }
    if (received == 0) {
      return IoStatus::closed;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return IoStatus::again;
    }
    if (errno != EINTR) {
      error_ = errno;
      return IoStatus::failed;
    }
  }
}

void Socket::shut_down() const noexcept { static_cast<void>(::shutdown(descriptor_, SHUT_RDWR)); }

} // namespace eyewall::wire
