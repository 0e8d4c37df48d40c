#include <eyewall/ring/shared_file.hpp>

#include <bit>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace eyewall::ring {
namespace {

std::string wrong(const std::string &what, const std::string &path, int error) {
  return "cannot " + what + " '" + path + "': " + std::generic_category().message(error);
}

} // namespace

std::variant<std::unique_ptr<SharedFile>, std::string> SharedFile::create(const std::string &path,
                                                                          std::uint64_t capacity) {
  if (!std::has_single_bit(capacity) || capacity < min_capacity || capacity > max_capacity) {
    return "a ring of " + std::to_string(capacity) + " bytes; it must be a power of two from " +
           std::to_string(min_capacity) + " to " + std::to_string(max_capacity);
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open() is variadic
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) {
    return wrong("create", path, errno);
  }
  const auto size = static_cast<std::size_t>(file_size(capacity));
  const int error = posix_fallocate(file, 0, static_cast<off_t>(size));
  void *memory = MAP_FAILED;
  if (error == 0) {
    memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  const int mapped = memory == MAP_FAILED ? errno : 0;
  close(file);
  if (error != 0 || mapped != 0) {
    unlink(path.c_str());
    return wrong("get " + std::to_string(size) + " bytes of memory for", path,
                 error != 0 ? error : mapped);
  }
  std::memcpy(memory, &magic, sizeof magic);
  std::memcpy(static_cast<std::uint8_t *>(memory) + 8, &version, sizeof version);
  std::memcpy(static_cast<std::uint8_t *>(memory) + 16, &capacity, sizeof capacity);
  return std::make_unique<SharedFile>(memory, capacity);
}

SharedFile::~SharedFile() { munmap(memory_, static_cast<std::size_t>(file_size(capacity_))); }

} // namespace eyewall::ring
