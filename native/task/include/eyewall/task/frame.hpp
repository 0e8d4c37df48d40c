// The frames that cross the boundary between host and task. A frame has rows of one shape, so a
// column's values lie at a fixed stride. The same bytes are used in direct memory and in rings.
// Both ends run on one machine, so numbers have its byte order (little-endian on all supported
// machines).
//
//   offset  0  u32 size of the frame in bytes, a multiple of 8
//           4  u16 kind            6  u16 columns
//           8  u32 rows           12  i32 stream (a number defined by a stream frame or by `open`)
//          16  i32 task            20  u32 offset of the heap
//          24  u64 number
//          32  u8[columns] types, padded to 8
//              rows x (u64 id, columns x u64 slot)
//              heap: bytes of strings and the like; a slot is its offset (low half) and length
// Java: io.eyewall.nativetask.frame.Frames.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace eyewall::task {

static_assert(std::endian::native == std::endian::little, "frames are little-endian");

enum class Kind : std::uint16_t {
  // to the task
  open = 1,       ///< rows (key, value): the task's settings
  tuples = 2,     ///< id of the tuple; task: the source task
  tick = 3,       ///< its rows, if there are any, are ignored
  next = 4,       ///< the spout may emit; number: maximum of tuples
  acked = 5,      ///< ids: of messages
  failed = 6,     ///< ids: of messages
  close = 7,      ///< the task is closed
  activate = 8,   ///< the spout is activated
  deactivate = 9, ///< the spout is deactivated
  stream = 10,    ///< a row (component, stream, field names...): declares the source `stream`
  // from the task
  emit = 32,   ///< id: anchor or message; task: target of a direct emit, or -1
  ack = 33,    ///< ids of tuples
  fail = 34,   ///< ids of tuples
  log = 35,    ///< rows (text); number: 0 debug .. 3 error
  report = 36, ///< rows (text): an error for Storm's UI
  done = 37,   ///< from a child process: it has processed `number` batches
  died = 38,   ///< from a child process: a row (text): its task has failed permanently
};

enum class Type : std::uint8_t {
  null = 0,
  boolean = 1,
  int8 = 2,
  int16 = 3,
  int32 = 4,
  int64 = 5,
  float32 = 6,
  float64 = 7,
  char16 = 8,
  string = 9, ///< UTF-8
  bytes = 10,
  kryo = 11, ///< any other value, as Kryo writes a tuple of this one value
};

struct FrameHeader {
  std::uint32_t size;
  Kind kind;
  std::uint16_t columns;
  std::uint32_t rows;
  std::int32_t stream;
  std::int32_t task;
  std::uint32_t heap;
  std::uint64_t number;
};
static_assert(sizeof(FrameHeader) == 32);

/// An id with this bit is the heap offset of a u64 count and as many anchors, instead of one
/// anchor.
inline constexpr std::uint64_t many_anchors = std::uint64_t{1} << 63U;

[[nodiscard]] constexpr std::size_t padded(std::size_t size) noexcept {
  return (size + 7U) & ~std::size_t{7U};
}

/// A frame that violates the format.
class BadFrame : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Reads one frame; the constructor checks lengths, and text() those of strings.
class FrameView {
public:
  /// Views the first frame of `bytes`, which must outlive the view and be aligned to 8.
  explicit FrameView(std::span<const std::uint8_t> bytes) : data_(bytes.data()) {
    if (bytes.size() < sizeof(FrameHeader)) {
      throw BadFrame("a frame of " + std::to_string(bytes.size()) + " bytes; its header has 32");
    }
    std::memcpy(&header_, data_, sizeof header_);
    const std::size_t rows_at = sizeof(FrameHeader) + padded(header_.columns);
    stride_ = 8U * (std::size_t{1} + header_.columns);
    const std::size_t heap_at = rows_at + stride_ * header_.rows;
    if (header_.size > bytes.size() || header_.size % 8U != 0 || header_.heap != heap_at ||
        heap_at > header_.size) {
      throw BadFrame("a frame of kind " + std::to_string(static_cast<int>(header_.kind)) +
                     " claims " + std::to_string(header_.size) + " bytes and a heap at " +
                     std::to_string(header_.heap) + "; it has " + std::to_string(bytes.size()) +
                     " bytes and its rows end at " + std::to_string(heap_at));
    }
    rows_ = data_ + rows_at;
  }

  [[nodiscard]] const FrameHeader &header() const noexcept { return header_; }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const noexcept {
    return {data_, header_.size};
  }
  [[nodiscard]] std::uint32_t rows() const noexcept { return header_.rows; }
  [[nodiscard]] Type type(std::size_t column) const noexcept {
    return static_cast<Type>(data_[sizeof(FrameHeader) + column]);
  }
  [[nodiscard]] std::uint64_t id(std::size_t row) const noexcept { return word(row, 0); }
  [[nodiscard]] std::uint64_t slot(std::size_t row, std::size_t column) const noexcept {
    return word(row, 1U + column);
  }
  /// Returns the bytes of a string, byte array or object; row and column must exist, see
  /// expect_columns().
  [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const {
    const std::uint64_t slot_value = slot(row, column);
    const std::uint64_t offset = slot_value & 0xffffffffU;
    const std::uint64_t length = slot_value >> 32U;
    if (offset + length > header_.size - header_.heap) {
      throw BadFrame("a value of column " + std::to_string(column) + " ends beyond its frame");
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes as text
    return {reinterpret_cast<const char *>(data_ + header_.heap + offset), length};
  }

  /// Throws BadFrame if the frame has fewer columns than its kind requires.
  void expect_columns(std::size_t min_columns) const {
    if (header_.columns < min_columns) {
      throw BadFrame("a frame of kind " + std::to_string(static_cast<int>(header_.kind)) + " has " +
                     std::to_string(header_.columns) + " columns, not " +
                     std::to_string(min_columns));
    }
  }

  /// Reads the anchors of a row of an emit frame, as written by FrameWriter::row().
  void anchors(std::size_t row, std::vector<std::uint64_t> &ids) const {
    ids.clear();
    const std::uint64_t first = id(row);
    if ((first & many_anchors) == 0) {
      if (first != 0) {
        ids.push_back(first);
      }
      return;
    }
    const std::size_t room = header_.size - header_.heap;
    const std::uint64_t offset = first & ~many_anchors;
    std::uint64_t count = 0;
    if (room < sizeof count || offset > room - sizeof count) {
      throw BadFrame("anchors begin beyond their frame");
    }
    std::memcpy(&count, data_ + header_.heap + offset, sizeof count);
    if (count > (room - sizeof count - offset) / sizeof count) {
      throw BadFrame("anchors end beyond their frame");
    }
    ids.resize(count);
    if (count > 0) {
      std::memcpy(ids.data(), data_ + header_.heap + offset + sizeof count, count * sizeof count);
    }
  }

private:
  [[nodiscard]] std::uint64_t word(std::size_t row, std::size_t index) const noexcept {
    std::uint64_t value = 0;
    std::memcpy(&value, rows_ + row * stride_ + 8U * index, sizeof value);
    return value;
  }

  const std::uint8_t *data_;
  const std::uint8_t *rows_ = nullptr;
  std::size_t stride_ = 0;
  FrameHeader header_{};
};

/// Gathers consecutive rows of the same shape into frames. Not thread-safe.
class FrameWriter {
public:
  /// Size in bytes from which a frame takes no more rows; a single row may be larger.
  static constexpr std::size_t frame_bytes = std::size_t{64} * 1024;

  /// Sets the shape of the following rows. Cheap if nothing changes.
  void shape(Kind kind, std::int32_t stream, std::int32_t task, std::span<const Type> types,
             std::uint64_t number = 0) {
    if (open_ && kind == header_.kind && stream == header_.stream && task == header_.task &&
        number == header_.number &&
        std::equal(types.begin(), types.end(), types_.begin(), types_.end())) {
      return;
    }
    end_frame();
    header_ = {0, kind, static_cast<std::uint16_t>(types.size()), 0, stream, task, 0, number};
    types_.assign(types.begin(), types.end());
    open_ = true;
  }

  void row(std::uint64_t id) {
    // The opening of a task is always one frame, whatever its size.
    if (8U * rows_.size() + heap_.size() >= frame_bytes && header_.kind != Kind::open) {
      end_frame();
      open_ = true;
    }
    rows_.push_back(id);
    ++header_.rows;
  }

  void slot(std::uint64_t value) { rows_.push_back(value); }

  void text(std::string_view value) {
    rows_.push_back(heap_.size() | (std::uint64_t{value.size()} << 32U));
    heap_.append(value);
  }

  /// Begins a row with several anchors, or none.
  void row(std::span<const std::uint64_t> anchors) {
    if (anchors.size() < 2) {
      row(anchors.empty() ? 0 : anchors[0]);
      return;
    }
    row(std::uint64_t{0});
    heap_.resize(padded(heap_.size()));
    rows_.back() = many_anchors | heap_.size();
    const std::uint64_t count = anchors.size();
    append_words({&count, 1});
    append_words(anchors);
  }

  void end_frame() {
    if (!open_) {
      return;
    }
    open_ = false;
    const std::size_t rows_at = sizeof(FrameHeader) + padded(types_.size());
    const std::size_t heap_at = rows_at + 8U * rows_.size();
    const std::size_t size = padded(heap_at + heap_.size());
    header_.size = static_cast<std::uint32_t>(size);
    header_.heap = static_cast<std::uint32_t>(heap_at);
    append(&header_, sizeof header_);
    append(types_.data(), types_.size());
    pad();
    append(rows_.data(), 8U * rows_.size());
    append(heap_.data(), heap_.size());
    pad();
    rows_.clear();
    heap_.clear();
    header_.rows = 0;
  }

  /// Ends the current frame; returns all frames in order.
  [[nodiscard]] std::vector<std::uint8_t> &frames() {
    end_frame();
    return out_;
  }

  [[nodiscard]] bool empty() const noexcept { return out_.empty() && !open_; }

  /// Returns the approximate number of bytes gathered.
  [[nodiscard]] std::size_t size() const noexcept {
    return out_.size() + 8U * rows_.size() + heap_.size();
  }

private:
  /// Appends bytes without zeroing the space first.
  void append(const void *from, std::size_t size) {
    const auto *bytes = static_cast<const std::uint8_t *>(from);
    out_.insert(out_.end(), bytes, bytes + size);
  }

  void pad() { out_.resize(padded(out_.size())); }

  void append_words(std::span<const std::uint64_t> words) {
    const std::size_t at = heap_.size();
    heap_.resize(at + words.size_bytes());
    std::memcpy(heap_.data() + at, words.data(), words.size_bytes());
  }

  std::vector<std::uint8_t> out_;
  std::vector<std::uint64_t> rows_;
  std::string heap_;
  FrameHeader header_{};
  std::vector<Type> types_;
  bool open_ = false;
};

} // namespace eyewall::task
