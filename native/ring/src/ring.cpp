#include <eyewall/ring/ring.hpp>

#include <algorithm>
#include <cstring>

namespace eyewall::ring {
namespace {

void put_header(std::uint8_t *to, std::uint64_t size, Part part) noexcept {
  const auto narrow = static_cast<std::uint32_t>(size);
  std::memcpy(to, &narrow, sizeof narrow);
  std::memcpy(to + sizeof narrow, &part, sizeof part);
}

} // namespace

std::uint64_t Writer::read_head() {
  const std::uint64_t head = control_.head().load();
  if (head - head_ > tail_ - head_ || head % 8 != 0) {
    throw CorruptRing("the reader of the ring claims to have read " + std::to_string(head) +
                      " bytes, after " + std::to_string(head_) + " of " + std::to_string(tail_));
  }
  return head_ = head;
}

std::span<const std::uint8_t> Writer::write(std::span<const std::uint8_t> batch) {
  std::uint64_t tail = tail_;
  std::uint64_t room = capacity_ - (tail - read_head());
  while (!batch.empty()) {
    const std::uint64_t at = tail & (capacity_ - 1);
    const std::uint64_t to_end = capacity_ - at;
    const std::uint64_t size = std::min<std::uint64_t>(batch.size(), max_record_bytes(capacity_));
    const std::uint64_t needed = record_header + size;
    if (needed > to_end) {
      if (room < to_end) {
        break;
      }
      put_header(data_ + at, to_end - record_header, Part::padding);
      tail += to_end;
      room -= to_end;
      continue;
    }
    if (room < needed) {
      break;
    }
    std::memcpy(data_ + at + record_header, batch.data(), size);
    batch = batch.subspan(size);
    put_header(data_ + at, size, batch.empty() ? Part::last : Part::more);
    tail += needed;
    room -= needed;
  }
  if (tail != tail_) {
    tail_ = tail;
    control_.tail().store(tail);
  }
  return batch;
}

bool Reader::next(Record &record) {
  for (;;) {
    if (head_ == tail_) {
      const std::uint64_t tail = control_.tail().load();
      if (tail == head_) {
        return false;
      }
      if (tail - head_ > capacity_ || tail % 8 != 0) {
        throw CorruptRing("the writer of the ring claims to have written " + std::to_string(tail) +
                          " bytes; " + std::to_string(head_) + " were read, and the ring holds " +
                          std::to_string(capacity_));
      }
      tail_ = tail;
    }
    const std::uint64_t at = head_ & (capacity_ - 1);
    std::uint32_t size = 0;
    std::uint32_t part = 0;
    std::memcpy(&size, data_ + at, sizeof size);
    std::memcpy(&part, data_ + at + sizeof size, sizeof part);
    const std::uint64_t taken = record_header + std::uint64_t{size};
    if (size % 8 != 0 || part < 1 || part > 3 || taken > tail_ - head_ || at + taken > capacity_) {
      throw CorruptRing("a record of " + std::to_string(size) + " bytes, kind " +
                        std::to_string(part) + ", at " + std::to_string(at) + " of a ring of " +
                        std::to_string(capacity_) + " with " + std::to_string(tail_ - head_) +
                        " unread");
    }
    if (static_cast<Part>(part) == Part::padding) {
      head_ += taken;
      continue;
    }
    record = {{data_ + at + record_header, size}, static_cast<Part>(part) == Part::last};
    taken_ = taken;
    return true;
  }
}

} // namespace eyewall::ring
