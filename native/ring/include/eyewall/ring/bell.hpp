// Wakes the other process up by a byte in a pipe. The end of the pipe also reports that the other
// process has ended, for whatever reason.
#pragma once

namespace eyewall::ring {

/// A pair of pipe descriptors, which the bell does not own.
class Bell {
public:
  /// @param hear the descriptor that the other side writes to
  /// @param tell the descriptor that the other side reads
  /// @param own another descriptor whose bytes end a wait, or -1
  Bell(int hear, int tell, int own) noexcept : hear_(hear), tell_(tell), own_(own) {}

  /// Wakes the other side up. Never blocks; a full pipe wakes it up anyway.
  void tell() const noexcept;

  /// Blocks until the other side rings or `own` has a byte, and consumes all pending bytes.
  /// Returns false if the other side has ended.
  [[nodiscard]] bool wait() const noexcept;

private:
  int hear_;
  int tell_;
  int own_;
};

/// Blocks until the pipe has no writers any more; does not read from it.
void wait_for_end(int pipe) noexcept;

} // namespace eyewall::ring
