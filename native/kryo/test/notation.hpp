// Values as text, the same as in io.eyewall.nativetask.codec.Notation: golden files have both.
#pragma once

#include <string>
#include <vector>

#include <eyewall/kryo/value.hpp>

namespace eyewall::test {

/// One line of printable ASCII; numbers with their types, floating point as bits.
std::string notation(const kryo::Value &value);

/// "[a, b]".
std::string notation(const std::vector<kryo::Value> &values);

} // namespace eyewall::test
