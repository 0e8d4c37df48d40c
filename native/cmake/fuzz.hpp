// What fuzz targets have in common.
#pragma once

namespace eyewall::fuzz {

/// Ends the program where something does not hold: libFuzzer keeps the input.
inline void require(bool condition) {
  if (!condition) {
    __builtin_trap();
  }
}

} // namespace eyewall::fuzz
