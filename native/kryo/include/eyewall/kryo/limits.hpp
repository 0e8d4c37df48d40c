// Bounds on the work and memory that a message can cost its reader.
#pragma once

#include <cstdint>

namespace eyewall::kryo {

/// Limits of one message, whatever its bytes claim. Elements that take bytes need no limit; the
/// length of the message bounds them.
struct Limits {
  std::uint32_t max_depth = 64; ///< nesting depth of collections and records
  std::uint32_t max_empty_elements =
      65536; ///< elements without bytes, such as the nulls of an all-null list
};

} // namespace eyewall::kryo
