// hashCode() of Java's classes: a fields grouping goes to the same task whoever sends.
#pragma once

#include <cstdint>
#include <string_view>

#include <eyewall/kryo/value.hpp>

namespace eyewall::worker {

/// Of a string in UTF-8, by its UTF-16 units.
[[nodiscard]] std::int32_t java_hash(std::string_view text) noexcept;

/// Of any value, arrays by their contents. Throws std::runtime_error for a class of the topology's.
[[nodiscard]] std::int32_t java_hash(const kryo::Value &value);

} // namespace eyewall::worker
