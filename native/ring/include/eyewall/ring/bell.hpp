// What wakes the other side up: a byte in a pipe. Its end is also how a side learns that the other
// has gone, however that happened.
#pragma once

namespace eyewall::ring {

/// Two descriptors, which it doesn't own.
class Bell {
public:
  /// @param own another descriptor whose bytes end a wait, or -1
  Bell(int hear, int tell, int own) noexcept : hear_(hear), tell_(tell), own_(own) {}

  /// Wakes the other side up. Never blocks: a pipe that is full wakes it up anyway.
  void tell() const noexcept;

  /// Sleeps until the other side tells, or `own` has a byte; all that was told is taken.
  /// False: the other side has gone.
  [[nodiscard]] bool wait() const noexcept;

private:
  int hear_;
  int tell_;
  int own_;
};

/// Sleeps until nobody can write into a pipe any more, without reading it.
void wait_for_end(int pipe) noexcept;

} // namespace eyewall::ring
