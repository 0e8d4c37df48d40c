// Frames of texts, as Java writes them: what tests tell a task first, and words for it.
#pragma once

#include <cstdint>
#include <string_view>

#include <eyewall/task/frame.hpp>

namespace eyewall::test {

inline constexpr task::Type text_types[] = {task::Type::string, task::Type::string,
                                            task::Type::string};

/// One output stream, and one source with one field.
inline void opening(task::FrameWriter &frames, std::string_view component, std::string_view field) {
  frames.shape(task::Kind::open, 0, -1, {text_types, 2});
  frames.row(std::uint64_t{0});
  frames.text("stream");
  frames.text("default");
  frames.shape(task::Kind::stream, 0, -1, {text_types, 3});
  frames.row(std::uint64_t{0});
  frames.text(component);
  frames.text("default");
  frames.text(field);
}

/// A tuple of that source.
inline void word(task::FrameWriter &frames, std::uint64_t id, std::string_view text) {
  frames.shape(task::Kind::tuples, 0, 7, {text_types, 1});
  frames.row(id);
  frames.text(text);
}

} // namespace eyewall::test
