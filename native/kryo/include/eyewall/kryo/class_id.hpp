// The classes that Storm registers with Kryo, and their numbers on the wire.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace eyewall::kryo {

/// A class id on the wire: Kryo's registration id + 2, as a varint. The order is that of Storm's
/// SerializationFactory (2.6 to 2.8).
enum class ClassId : std::uint32_t {
  null = 0x00,
  by_name = 0x01, ///< a class name follows; refused here, as by Storm's default configuration
  int32 = 0x02,
  string = 0x03,
  float32 = 0x04,
  boolean = 0x05,
  int8 = 0x06,
  char16 = 0x07,
  int16 = 0x08,
  int64 = 0x09,
  float64 = 0x0a,
  bytes = 0x0b,
  list_delegate = 0x0c,
  array_list = 0x0d,
  hash_map = 0x0e,
  hash_set = 0x0f,
  big_integer = 0x10,
  transaction_attempt = 0x11,
  values = 0x12,
  data_point = 0x13,
  task_info = 0x14,
  cons_list = 0x15,
  back_pressure_status = 0x16,
  node_info = 0x17,
  first_user = 0x18,
};

/// Returns the id of a class of `topology.kryo.register`. Storm registers these classes in the
/// order of their names, whatever the order in the configuration. `sorted_names` must be in
/// ascending order of UTF-16 units (for ASCII names: of bytes). Returns ClassId::null if the name
/// is not among them.
template <class Names>
[[nodiscard]] constexpr ClassId user_class_id(const Names &sorted_names, std::string_view name) {
  const auto found = std::find(std::begin(sorted_names), std::end(sorted_names), name);
  if (found == std::end(sorted_names)) {
    return ClassId::null;
  }
  return static_cast<ClassId>(static_cast<std::uint32_t>(ClassId::first_user) +
                              static_cast<std::uint32_t>(found - std::begin(sorted_names)));
}

} // namespace eyewall::kryo
