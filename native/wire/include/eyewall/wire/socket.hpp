// TCP, as little of it as a worker needs: calls block, unless the socket was told otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace eyewall::wire {

enum class [[nodiscard]] IoStatus : std::uint8_t{
    ok,
    again,  ///< of a socket that doesn't block: nothing could be done now
    closed, ///< the peer has closed the connection
    failed, ///< Socket::error() is the errno
};

/// Owns a file descriptor. Not thread-safe, but for shut_down().
class Socket {
public:
  Socket() noexcept = default;
  Socket(const Socket &) = delete;
  Socket(Socket &&other) noexcept;
  Socket &operator=(const Socket &) = delete;
  Socket &operator=(Socket &&other) noexcept;
  ~Socket();

  /// Connects to a numeric address or name, and waits at most `timeout_ms` for it.
  static Socket connect(const std::string &host, std::uint16_t port, int timeout_ms);

  /// Begins to connect, without waiting, by a socket that doesn't block. When its descriptor is
  /// writable, connected() says what came of it.
  static Socket begin_connect(const std::string &host, std::uint16_t port);

  /// Whether what begin_connect() began has succeeded; if not, error() says why.
  bool connected() noexcept;

  /// Listens on loopback alone, or on all addresses. Port 0: the system chooses one, see port().
  static Socket listen(std::uint16_t port, bool everywhere = false);

  /// Waits for the next connection.
  [[nodiscard]] Socket accept() const;

  [[nodiscard]] bool is_open() const noexcept { return descriptor_ >= 0; }
  /// Of what failed: errno, or 0.
  [[nodiscard]] int error() const noexcept { return error_; }
  /// The local port, or 0.
  [[nodiscard]] std::uint16_t port() const noexcept;

  /// For poll(); the socket keeps it.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

  /// From now on no call waits.
  void set_non_blocking() const noexcept;

  /// As much as fits now.
  IoStatus send_some(std::span<const std::uint8_t> bytes, std::size_t &size) noexcept;

  /// All of it. A peer that has gone is `failed`, never a signal.
  IoStatus send_all(std::span<const std::uint8_t> bytes) noexcept;

  /// What there is, at least one byte.
  IoStatus receive(std::span<std::uint8_t> into, std::size_t &size) noexcept;

  /// Ends both directions: calls that wait, in any thread, return.
  void shut_down() const noexcept;

private:
  explicit Socket(int descriptor, int error) noexcept : descriptor_(descriptor), error_(error) {}

  int descriptor_ = -1;
  int error_ = 0;
};

} // namespace eyewall::wire
