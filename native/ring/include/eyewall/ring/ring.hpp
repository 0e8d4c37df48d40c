// The two ends of one ring. An end belongs to one thread at a time; nothing here blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include <eyewall/ring/layout.hpp>

namespace eyewall::ring {

/// The other side has written what is no ring.
class CorruptRing : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Where a ring lies in memory.
struct Place {
  std::uint8_t *control = nullptr;
  std::uint8_t *data = nullptr;
  std::uint64_t capacity = 0; ///< a power of two
};

/// What both ends share: four words in the control page. "Waits" words and indices are written and
/// read in one order that all threads agree on, so that either the one who is about to sleep sees
/// the news or the one who brings them sees the sleeper.
class Control {
public:
  explicit Control(std::uint8_t *at) noexcept : at_(at) {}

  [[nodiscard]] std::atomic_ref<std::uint64_t> tail() const noexcept { return index(tail_at); }
  [[nodiscard]] std::atomic_ref<std::uint64_t> head() const noexcept { return index(head_at); }
  [[nodiscard]] std::atomic_ref<std::uint32_t> reader_waits() const noexcept {
    return word(reader_waits_at);
  }
  [[nodiscard]] std::atomic_ref<std::uint32_t> writer_waits() const noexcept {
    return word(writer_waits_at);
  }

private:
  [[nodiscard]] std::atomic_ref<std::uint64_t> index(std::size_t offset) const noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): shared memory
    return std::atomic_ref(*reinterpret_cast<std::uint64_t *>(at_ + offset));
  }
  [[nodiscard]] std::atomic_ref<std::uint32_t> word(std::size_t offset) const noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): shared memory
    return std::atomic_ref(*reinterpret_cast<std::uint32_t *>(at_ + offset));
  }

  std::uint8_t *at_;
};

/// The end that writes.
class Writer {
public:
  explicit Writer(const Place &place) noexcept
      : control_(place.control), data_(place.data), capacity_(place.capacity) {}

  /// Writes as much of a batch as there is room for, and hands it over; returns what is left.
  /// @throws CorruptRing if the reader claims to have read what was never written
  [[nodiscard]] std::span<const std::uint8_t> write(std::span<const std::uint8_t> batch);

  /// Bytes that the reader has not given back yet.
  /// @throws CorruptRing as write()
  [[nodiscard]] std::uint64_t unread() { return tail_ - read_head(); }

  /// Whether the reader is to be woken up after a write(). Asked once, told once.
  [[nodiscard]] bool reader_waits() const noexcept {
    const std::uint32_t waits = control_.reader_waits().load();
    return waits == 2 || (waits == 1 && control_.reader_waits().exchange(0) != 0);
  }

  /// Asks the reader to wake this side up when it has made room. True: there is room already.
  [[nodiscard]] bool announce_wait() {
    const std::uint64_t before = head_;
    control_.writer_waits().store(1);
    return read_head() != before;
  }

private:
  std::uint64_t read_head();

  Control control_;
  std::uint8_t *data_;
  std::uint64_t capacity_;
  std::uint64_t tail_ = 0; ///< ours; the shared one is for the reader
  std::uint64_t head_ = 0; ///< as last seen
};

/// A part of a batch, in the ring.
struct Record {
  std::span<const std::uint8_t> bytes;
  bool last = false;
};

/// The end that reads.
class Reader {
public:
  explicit Reader(const Place &place) noexcept
      : control_(place.control), data_(place.data), capacity_(place.capacity) {}

  /// The next record, until release(); false if there is none yet.
  /// @throws CorruptRing if indices or sizes are impossible
  [[nodiscard]] bool next(Record &record);

  /// Gives the record's room back to the writer.
  void release() noexcept {
    head_ += taken_;
    taken_ = 0;
    control_.head().store(head_);
  }

  /// Whether the writer is to be woken up after a release(). Asked once, told once.
  [[nodiscard]] bool writer_waits() const noexcept {
    return control_.writer_waits().load() != 0 && control_.writer_waits().exchange(0) != 0;
  }

  /// Asks the writer to wake this side up when it writes. True: there is something already.
  [[nodiscard]] bool announce_wait() noexcept {
    control_.reader_waits().store(1);
    return control_.tail().load() != head_;
  }

  /// Takes announce_wait() back.
  void awake() noexcept { control_.reader_waits().store(0); }

private:
  Control control_;
  std::uint8_t *data_;
  std::uint64_t capacity_;
  std::uint64_t head_ = 0; ///< ours; the shared one is for the writer
  std::uint64_t tail_ = 0; ///< as last seen
  std::uint64_t taken_ = 0;
};

} // namespace eyewall::ring
