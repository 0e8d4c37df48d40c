#include "executor.hpp"

#include <chrono>
#include <cstring>

namespace eyewall::worker {
namespace {
constexpr std::size_t compact_from = std::size_t{256} * 1024;
}

Now Now::read() {
  return {std::chrono::duration_cast<std::chrono::microseconds>(
              std::chrono::steady_clock::now().time_since_epoch())
              .count()};
}

void MessageQueue::add(std::span<const std::uint8_t> head, std::span<const std::uint8_t> values) {
  const auto size = static_cast<std::uint32_t>(head.size() + values.size());
  std::uint8_t length[sizeof size];
  std::memcpy(length, &size, sizeof size);
  bytes_.insert(bytes_.end(), length, length + sizeof size);
  bytes_.insert(bytes_.end(), head.begin(), head.end());
  bytes_.insert(bytes_.end(), values.begin(), values.end());
}

std::span<const std::uint8_t> MessageQueue::first() const noexcept {
  std::uint32_t size = 0;
  std::memcpy(&size, bytes_.data() + begin_, sizeof size);
  return {bytes_.data() + begin_ + sizeof size, size};
}

void MessageQueue::drop() {
  begin_ += sizeof(std::uint32_t) + first().size();
  if (begin_ == bytes_.size()) {
    bytes_.clear();
    begin_ = 0;
  } else if (begin_ > compact_from && begin_ > bytes_.size() / 2) {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }
}

} // namespace eyewall::worker
