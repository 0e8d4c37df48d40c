// The file of a pair of rings, as the child makes it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include <eyewall/ring/ring.hpp>

namespace eyewall::ring {

/// Mapped memory; the file may be deleted, and its descriptor is closed.
class SharedFile {
public:
  /// Makes the file, with room for all of it: a full disk is found now, not by a signal later.
  /// Returns why not.
  static std::variant<std::unique_ptr<SharedFile>, std::string> create(const std::string &path,
                                                                       std::uint64_t capacity);

  SharedFile(void *memory, std::uint64_t capacity) noexcept
      : memory_(static_cast<std::uint8_t *>(memory)), capacity_(capacity) {}
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;
  SharedFile(SharedFile &&) = delete;
  SharedFile &operator=(SharedFile &&) = delete;
  ~SharedFile();

  [[nodiscard]] Place to_child() const noexcept {
    return {memory_ + to_child_at, memory_ + data_at, capacity_};
  }
  [[nodiscard]] Place from_child() const noexcept {
    return {memory_ + from_child_at, memory_ + data_at + capacity_, capacity_};
  }

private:
  std::uint8_t *memory_;
  std::uint64_t capacity_;
};

} // namespace eyewall::ring
