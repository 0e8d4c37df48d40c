// Converts the values of one tuple between Storm's wire format and frames.
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

/// One value in frame form: a slot, or the bytes that the slot would refer to.
struct Column {
  task::Type type = task::Type::null;
  std::uint64_t slot = 0;
  std::string_view text;
};

/// The values of one tuple; reused for further tuples. Texts are views of the input or of the row's
/// own copies, valid until the next read.
class ValuesRow {
public:
  /// Reads Kryo's values up to the reader's end.
  kryo::Status read(kryo::Reader &reader);

  /// Reads a row of a frame.
  void read(const task::FrameView &frame, std::size_t row);

  /// Appends the values in Storm's wire format; `to` grows as needed.
  kryo::Status append_to(std::vector<std::uint8_t> &to) const;

  /// Appends a row to a frame whose column types are types().
  void append_to(task::FrameWriter &writer) const;

  [[nodiscard]] const std::vector<Column> &columns() const noexcept { return columns_; }
  [[nodiscard]] const std::vector<task::Type> &types() const noexcept { return types_; }

  /// Returns java.util.Arrays.deepHashCode of these columns, the hash of a fields grouping. Throws
  /// std::runtime_error for a class whose hash only Java can compute.
  [[nodiscard]] std::int32_t hash(const std::vector<std::size_t> &of) const;

private:
  kryo::Status read_simple(kryo::Reader &reader, bool &simple);
  kryo::Status read_one(kryo::Reader &reader, kryo::ClassId id, std::size_t column, bool &simple);
  void add(kryo::Value &value);

  std::vector<Column> columns_;
  std::vector<task::Type> types_;
  std::vector<kryo::Text> texts_;
  std::deque<std::string> owned_texts_; // never moves its elements
};

} // namespace eyewall::worker
