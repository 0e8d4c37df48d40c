// Loads libraries of tasks.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include <eyewall/task/abi.h>

namespace eyewall::task {

/// A loaded library; it is unloaded with its last owner.
class Library {
public:
  /// Loads a library; returns it, or an error message with the remedy.
  static std::variant<std::shared_ptr<Library>, std::string> open(const std::string &path);

  Library(void *handle, const eyewall_library *functions) noexcept
      : handle_(handle), functions_(functions) {}
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;
  Library(Library &&) = delete;
  Library &operator=(Library &&) = delete;
  ~Library();

  [[nodiscard]] const eyewall_library &functions() const noexcept { return *functions_; }

private:
  void *handle_;
  const eyewall_library *functions_;
};

} // namespace eyewall::task
