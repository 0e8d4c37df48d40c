#include <eyewall/ring/bell.hpp>

#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace eyewall::ring {
namespace {

/// Reads available bytes; returns false at the end. Blocks only if there are none.
bool drain(int from) noexcept {
  std::array<char, 4096> bytes{};
  ssize_t got = 0;
  do {
    got = read(from, bytes.data(), bytes.size());
  } while (got < 0 && errno == EINTR);
  return got > 0 || (got < 0 && errno == EAGAIN);
}

} // namespace

void Bell::ring() const noexcept {
  const char byte = 1;
  while (write(to_peer_, &byte, 1) < 0 && errno == EINTR) {
  }
}

bool Bell::wait() const noexcept {
  std::array<pollfd, 2> both{pollfd{from_peer_, POLLIN, 0}, pollfd{own_, POLLIN, 0}};
  while (poll(both.data(), own_ < 0 ? 1 : 2, -1) < 0) {
    if (errno != EINTR) {
      return false;
    }
  }
  if (own_ >= 0 && both[1].revents != 0) {
    static_cast<void>(drain(own_));
  }
  return both[0].revents == 0 || drain(from_peer_);
}

void wait_for_end(int pipe) noexcept {
  pollfd end{pipe, 0, 0}; // no events: POLLHUP and POLLERR are always reported
  while (poll(&end, 1, -1) < 0 && errno == EINTR) {
  }
}

} // namespace eyewall::ring
