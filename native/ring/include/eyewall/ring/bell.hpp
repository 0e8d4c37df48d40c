// Wakes the other process up by a byte in a pipe. The end of the pipe also reports that the other
// process has ended, for whatever reason.
#pragma once

namespace eyewall::ring {

/// A pair of pipe descriptors, which the bell does not own.
class Bell {
public:
  /// @param from_peer the descriptor that the other side writes to
  /// @param to_peer the descriptor that the other side reads
  /// @param own another descriptor whose bytes end a wait, or -1
  Bell(int from_peer, int to_peer, int own) noexcept
      : from_peer_(from_peer), to_peer_(to_peer), own_(own) {}

  /// Wakes the other side up. Never blocks; a full pipe wakes it up anyway.
  void ring() const noexcept;

  /// Blocks until the other side rings or `own` has a byte, and consumes all pending bytes.
  /// Returns false if the other side has ended.
  [[nodiscard]] bool wait() const noexcept;

private:
  int from_peer_;
  int to_peer_;
  int own_;
};

/// Blocks until the pipe has no writers any more; does not read from it.
void wait_for_end(int pipe) noexcept;

} // namespace eyewall::ring
