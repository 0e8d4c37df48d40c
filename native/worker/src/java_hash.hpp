// hashCode() of Java's classes, so that a fields grouping chooses the same task in every worker.
#pragma once

#include <cstdint>
#include <string_view>

#include <eyewall/kryo/value.hpp>

namespace eyewall::worker {

/// Returns the hash of a UTF-8 string, computed from its UTF-16 units.
[[nodiscard]] std::int32_t java_hash(std::string_view text) noexcept;

/// Returns the hash of a value, for arrays by contents. Throws std::runtime_error for a user class.
[[nodiscard]] std::int32_t java_hash(const kryo::Value &value);

} // namespace eyewall::worker
