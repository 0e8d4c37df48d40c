// The two ends of one ring. An end belongs to one thread at a time; nothing here blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include <eyewall/ring/layout.hpp>

namespace eyewall::ring {

/// The other side has written invalid indices or records.
class CorruptRing : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// The memory of a ring.
struct Place {
  std::uint8_t *control = nullptr;
  std::uint8_t *data = nullptr;
  std::uint64_t capacity = 0; ///< a power of two
};

/// The words in the control page that both ends share. All accesses are sequentially consistent.
/// Therefore a side that announces a wait sees the other side's progress, or the other side sees
/// the announced wait; no wake-up is lost.
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

/// The writing end.
class Writer {
public:
  explicit Writer(const Place &place) noexcept
      : control_(place.control), data_(place.data), capacity_(place.capacity) {}

  /// Writes and publishes as much of a batch as there is room for; returns the rest of the batch.
  /// @throws CorruptRing if the reader's index is impossible
  [[nodiscard]] std::span<const std::uint8_t> write(std::span<const std::uint8_t> batch);

  /// Returns the bytes that the reader has not released yet.
  /// @throws CorruptRing if the reader's index is impossible
  [[nodiscard]] std::uint64_t unread() { return tail_ - read_head(); }

  /// Returns whether the reader must be woken up after a write(); resets a one-time wait.
  [[nodiscard]] bool reader_waits() const noexcept {
    const std::uint32_t waits = control_.reader_waits().load();
    return waits == 2 || (waits == 1 && control_.reader_waits().exchange(0) != 0);
  }

  /// Asks the reader to wake this side up when it makes room. Returns true if it already has.
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
  std::uint64_t tail_ = 0; ///< authoritative; the shared copy is for the reader
  std::uint64_t head_ = 0; ///< the reader's index as read last
};

/// A part of a batch, as a view of the ring.
struct Record {
  std::span<const std::uint8_t> bytes;
  bool last = false;
};

/// The reading end.
class Reader {
public:
  explicit Reader(const Place &place) noexcept
      : control_(place.control), data_(place.data), capacity_(place.capacity) {}

  /// Reads the next record, valid until release(); returns false if there is none yet.
  /// @throws CorruptRing if indices or sizes are impossible
  [[nodiscard]] bool next(Record &record);

  /// Returns the record's room to the writer.
  void release() noexcept {
    head_ += taken_;
    taken_ = 0;
    control_.head().store(head_);
  }

  /// Returns whether the writer must be woken up after a release(); resets the wait.
  [[nodiscard]] bool writer_waits() const noexcept {
    return control_.writer_waits().load() != 0 && control_.writer_waits().exchange(0) != 0;
  }

  /// Asks the writer to wake this side up when it writes. Returns true if there is data already.
  [[nodiscard]] bool announce_wait() noexcept {
    control_.reader_waits().store(1);
    return control_.tail().load() != head_;
  }

  /// Withdraws announce_wait().
  void awake() noexcept { control_.reader_waits().store(0); }

private:
  Control control_;
  std::uint8_t *data_;
  std::uint64_t capacity_;
  std::uint64_t head_ = 0; ///< authoritative; the shared copy is for the writer
  std::uint64_t tail_ = 0; ///< the writer's index as read last
  std::uint64_t taken_ = 0;
};

} // namespace eyewall::ring
