#include <eyewall/task/loader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

namespace eyewall::task {
namespace {

/// Reads a T at an offset of a file; returns nothing if the file ends before.
template <class T> std::optional<T> read_at(std::ifstream &file, std::uint64_t offset) {
  T value{};
  if (offset > static_cast<std::uint64_t>(std::numeric_limits<std::streamoff>::max())) {
    return std::nullopt;
  }
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): a structure as bytes
  file.read(reinterpret_cast<char *>(&value), sizeof value);
  if (file.gcount() != static_cast<std::streamsize>(sizeof value)) {
    return std::nullopt;
  }
  return value;
}

/// Returns the end of the part of an ELF file that dlopen() maps; 0 for anything but an ELF file of
/// this machine's word size, which dlopen() refuses itself.
std::uint64_t end_of_segments(std::ifstream &file) {
  const auto header = read_at<ElfW(Ehdr)>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
      header->e_phentsize != sizeof(ElfW(Phdr))) {
    return 0;
  }
  std::uint64_t end = header->e_phoff + std::uint64_t{header->e_phnum} * sizeof(ElfW(Phdr));
  for (std::size_t i = 0; i < header->e_phnum; ++i) {
    const auto segment = read_at<ElfW(Phdr)>(file, header->e_phoff + i * sizeof(ElfW(Phdr)));
    if (!segment) {
      break; // `end` already exceeds the file
    }
    if (segment->p_type == PT_LOAD) {
      const std::uint64_t size = segment->p_filesz;
      const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - size;
      end = std::max<std::uint64_t>(end, std::min<std::uint64_t>(segment->p_offset, most) + size);
    }
  }
  return end;
}

/// Returns an error text if a file is shorter than its headers require, for example after an
/// interrupted copy. dlopen() maps such a file, and reading the missing pages raises SIGBUS.
/// Returns an empty text if the file is complete or cannot be read.
std::string cut_off(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (!file || size < 0) {
    return {};
  }
  const std::uint64_t end = end_of_segments(file);
  if (end <= static_cast<std::uint64_t>(size)) {
    return {};
  }
  return "it is truncated: it has " + std::to_string(size) + " bytes, and needs at least " +
         std::to_string(end) + "; build or copy it again";
}

std::string cannot_load(const std::string &path, const std::string &why) {
  return "cannot load the task library '" + path + "': " + why;
}

} // namespace

std::variant<std::shared_ptr<Library>, std::string> Library::open(const std::string &path) {
  if (const std::string why = cut_off(path); !why.empty()) {
    return cannot_load(path, why);
  }
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char *why = dlerror(); // NOLINT(concurrency-mt-unsafe): per thread in glibc and musl
    return cannot_load(path, why == nullptr ? "" : why);
  }
  void *symbol = dlsym(handle, EYEWALL_TASK_ENTRY);
  if (symbol == nullptr) {
    dlclose(handle);
    return "'" + path +
           "' has no symbol " EYEWALL_TASK_ENTRY
           "; a library of tasks needs EYEWALL_TASKS(...) once";
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): dlsym() returns a function
  const eyewall_library *functions = reinterpret_cast<eyewall_task_entry>(symbol)();
  if (functions == nullptr || functions->abi != EYEWALL_TASK_ABI ||
      functions->size < sizeof(eyewall_library)) {
    const std::string found = functions == nullptr ? "none" : std::to_string(functions->abi);
    dlclose(handle);
    return "'" + path + "' was built for version " + found +
           " of the boundary, this runtime has version " + std::to_string(EYEWALL_TASK_ABI) +
           "; build it anew with the headers of this version";
  }
  return std::make_shared<Library>(handle, functions);
}

Library::~Library() { dlclose(handle_); }

} // namespace eyewall::task
