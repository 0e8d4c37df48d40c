// The part of TCP that a worker needs. Calls block unless set_non_blocking() was called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace eyewall::wire {

enum class [[nodiscard]] IoStatus : std::uint8_t{
    ok,
    again,  ///< non-blocking socket: nothing could be done now
    closed, ///< the peer has closed the connection
    failed, ///< Socket::error() is the errno
};

/// Owns a socket's file descriptor. Not thread-safe, except for shut_down().
class Socket {
public:
  Socket() noexcept = default;
  Socket(const Socket &) = delete;
  Socket(Socket &&other) noexcept;
  Socket &operator=(const Socket &) = delete;
  Socket &operator=(Socket &&other) noexcept;
  ~Socket();

  /// Connects to a numeric address or host name, waiting at most `timeout_ms`.
  static Socket connect(const std::string &host, std::uint16_t port, int timeout_ms);

  /// Starts to connect a non-blocking socket, without waiting. When its descriptor is writable,
  /// connected() returns the outcome.
  static Socket begin_connect(const std::string &host, std::uint16_t port);

  /// Returns whether begin_connect() has succeeded; if not, error() returns the reason.
  bool connected() noexcept;

  /// Listens on loopback only, or on all addresses. For port 0 the system chooses one, see port().
  static Socket listen(std::uint16_t port, bool everywhere = false);

  /// Waits for the next connection.
  [[nodiscard]] Socket accept() const;

  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  /// Returns the errno of the last failure, or 0.
  [[nodiscard]] int error() const noexcept { return error_; }
  /// Returns the local port, or 0.
  [[nodiscard]] std::uint16_t port() const noexcept;

  /// Returns the descriptor for poll(); the socket keeps its ownership.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

  /// Makes all further calls non-blocking.
  void set_non_blocking() const noexcept;

  /// Sends as much as possible now.
  IoStatus send_some(std::span<const std::uint8_t> bytes, std::size_t &size) noexcept;

  /// Sends everything. A closed connection returns `failed` and never raises a signal.
  IoStatus send_all(std::span<const std::uint8_t> bytes) noexcept;

  /// Receives what is available, at least one byte.
  IoStatus receive(std::span<std::uint8_t> into, std::size_t &size) noexcept;

  /// Shuts down both directions, so that blocked calls of any thread return.
  void shut_down() const noexcept;

private:
  explicit Socket(int descriptor, int error) noexcept : descriptor_(descriptor), error_(error) {}

  int descriptor_ = -1;
  int error_ = 0;
};

} // namespace eyewall::wire
