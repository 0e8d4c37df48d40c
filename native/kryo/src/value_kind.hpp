// Properties of the classes of dynamic values. Not installed.
#pragma once

#include <cstdint>

#include <eyewall/kryo/class_id.hpp>
#include <eyewall/kryo/record.hpp>

namespace eyewall::kryo {

/// Returns whether Kryo's CollectionSerializer writes the class.
constexpr bool is_list(ClassId id) noexcept {
  switch (id) {
  case ClassId::list_delegate:
  case ClassId::array_list:
  case ClassId::hash_set:
  case ClassId::values:
  case ClassId::cons_list:
    return true;
  default:
    return false;
  }
}

/// Returns Kryo's Serializer.getAcceptsNull() of the class.
inline bool accepts_null(const Registry &registry, ClassId id) noexcept {
  switch (id) {
  case ClassId::string:
  case ClassId::bytes:
  case ClassId::big_integer:
  case ClassId::hash_map:
    return true;
  default:
    return is_list(id) || registry.accepts_null(id);
  }
}

/// Returns the size of the shortest value without its class; 0 for unknown classes.
inline std::uint32_t min_size(const Registry &registry, ClassId id) noexcept {
  return id <= ClassId::big_integer || is_list(id) ? 1 : registry.min_size(id);
}

} // namespace eyewall::kryo
