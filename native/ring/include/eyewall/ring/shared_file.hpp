// Creates the file of a pair of rings, on the child's side.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include <eyewall/ring/ring.hpp>

namespace eyewall::ring {

/// The mapped memory of a ring file; the descriptor is closed, and the file may be deleted.
class SharedFile {
public:
  /// Creates the file and allocates all of its space, so that a full disk is an error now instead
  /// of a signal later. Returns the reason if it fails.
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
