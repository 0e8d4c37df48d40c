// Outcomes of reading and writing, as values instead of exceptions.
#pragma once

#include <cstdint>
#include <string_view>

namespace eyewall::kryo {

/// The outcome of a call. Nothing in this library throws because of the bytes that it reads.
enum class [[nodiscard]] Status : std::uint8_t{
    ok,
    truncated,        ///< the bytes end inside a value
    no_space,         ///< the output buffer is full; the value was not written
    malformed_varint, ///< more bits than the number has
    malformed_text,   ///< neither ASCII nor CESU-8 (reading), nor UTF-8 (writing)
    bad_length,       ///< a length beyond the remaining bytes or beyond Java's longest array
    unexpected_null,  ///< null where the schema has a value
    unexpected_class, ///< a class other than the schema's
    unknown_class,    ///< a class that is not registered, or is given by name
    wrong_arity,      ///< more or fewer values than the schema has
    too_deep,         ///< collections nested deeper than Limits::max_depth
    too_many,         ///< more elements without bytes than Limits::max_empty_elements
    bad_value,        ///< a dynamic value that does not fit its class
    trailing_bytes,   ///< bytes after the last value
};

/// Returns a one-line description; the text lives as long as the program.
[[nodiscard]] constexpr std::string_view describe(Status status) noexcept {
  switch (status) {
  case Status::ok:
    return "ok";
  case Status::truncated:
    return "the bytes end inside a value";
  case Status::no_space:
    return "the buffer to write into is full";
  case Status::malformed_varint:
    return "a varint has more bits than its type";
  case Status::malformed_text:
    return "a string is neither ASCII nor CESU-8 (or, to be written, not UTF-8)";
  case Status::bad_length:
    return "a length is greater than what the bytes left can hold, or than 2^31 - 2";
  case Status::unexpected_null:
    return "a value is null where the schema has none; make the field std::optional";
  case Status::unexpected_class:
    return "a value has another class than the schema says";
  case Status::unknown_class:
    return "a class is not registered; register it as topology.kryo.register does";
  case Status::wrong_arity:
    return "the tuple has more or fewer values than the schema";
  case Status::too_deep:
    return "collections are nested deeper than Limits::max_depth";
  case Status::too_many:
    return "there are more elements without bytes than Limits::max_empty_elements";
  case Status::bad_value:
    return "a dynamic value does not fit its class";
  case Status::trailing_bytes:
    return "bytes are left over behind the last value";
  }
  return "unknown status";
}

} // namespace eyewall::kryo

/// Returns from the calling function with the status of EXPRESSION unless it is ok.
#define EYEWALL_KRYO_TRY(EXPRESSION)                                                               \
  do {                                                                                             \
    if (const ::eyewall::kryo::Status eyewall_status = (EXPRESSION);                               \
        eyewall_status != ::eyewall::kryo::Status::ok) [[unlikely]] {                              \
      return eyewall_status;                                                                       \
    }                                                                                              \
  } while (false)
