// The values of one tuple between Storm's wire and the frames of tasks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <eyewall/kryo/kryo.hpp>
#include <eyewall/task/frame.hpp>
#include <eyewall/task/tuple.hpp>

namespace eyewall::worker {

/// One value as a frame has it: a slot, or the bytes that the slot would point at.
struct Column {
  task::Type type = task::Type::null;
  std::uint64_t slot = 0;
  std::string_view text;
};

/// Reused from tuple to tuple. Texts are views of what was read, or of what the row keeps, until
/// the next read.
class ValuesRow {
public:
  /// Kryo's values, to the end of the reader.
  kryo::Status read(kryo::Reader &reader);

  /// The row of a frame.
  void read(const task::FrameView &frame, std::size_t row);

  /// Writes them as Storm does; `to` grows as needed.
  kryo::Status append_to(std::vector<std::uint8_t> &to) const;

  /// A row of a frame whose shape is types().
  void append_to(task::FrameWriter &writer) const;

  [[nodiscard]] const std::vector<Column> &columns() const noexcept { return columns_; }
  [[nodiscard]] const std::vector<task::Type> &types() const noexcept { return types_; }

  /// What java.util.Arrays.deepHashCode says of these columns: the hash of a fields grouping.
  /// Throws std::runtime_error for a class whose hash is not known here.
  [[nodiscard]] std::int32_t hash(const std::vector<std::size_t> &of) const;

private:
  kryo::Status read_simple(kryo::Reader &reader, bool &simple);
  kryo::Status read_one(kryo::Reader &reader, kryo::ClassId id, std::size_t column, bool &simple);
  void take(kryo::Value &value);

  std::vector<Column> columns_;
  std::vector<task::Type> types_;
  std::vector<kryo::Text> texts_;
  std::deque<std::string> kept_; // never moves what it has
};

} // namespace eyewall::worker
