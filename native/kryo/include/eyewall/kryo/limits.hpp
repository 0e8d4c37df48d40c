// Bounds of what a message can make its reader do.
#pragma once

#include <cstdint>

namespace eyewall::kryo {

/// What one message may cost, whatever its bytes say. Elements that take bytes are bounded by the
/// length of the message.
struct Limits {
  std::uint32_t max_depth = 64;             ///< collections and records within each other
  std::uint32_t max_empty_elements = 65536; ///< nulls of an all-null list, and the like
};

} // namespace eyewall::kryo
