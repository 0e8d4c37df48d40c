// Defines a shared library of components: EYEWALL_TASKS(bolt<Count>("Count"),
// spout<Lines>("Lines"))
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <eyewall/task/component.hpp>

/// A task on the library's side of the boundary: reads frames, calls the user's object, and keeps
/// its output. (The C header names this type; it is the only one outside the namespace.)
struct eyewall_task {
  eyewall_task(std::unique_ptr<eyewall::task::Bolt> of_bolt,
               std::unique_ptr<eyewall::task::Spout> of_spout, const eyewall_host &on)
      : bolt_(std::move(of_bolt)), spout_(std::move(of_spout)), host_(on) {}
  eyewall_task(const eyewall_task &) = delete;
  eyewall_task &operator=(const eyewall_task &) = delete;
  ~eyewall_task();

  void process(std::span<const std::uint8_t> frames);
  void output(const std::uint8_t **frames, std::size_t *size);

  std::string error;

private:
  void open(const eyewall::task::FrameView &frame);
  void refuse_wrong_use(eyewall::task::Kind kind) const;
  void process_frame(const eyewall::task::FrameView &frame);

  std::unique_ptr<eyewall::task::Bolt> bolt_;
  std::unique_ptr<eyewall::task::Spout> spout_;
  eyewall_host host_;
  std::unique_ptr<eyewall::task::Tools> tools_;
  std::vector<eyewall::task::Source> sources_;
  std::vector<std::uint8_t> output_;
};

namespace eyewall::task {

/// A component of a library: its name, and the factory of its tasks.
struct Component {
  std::string_view name;
  std::function<std::unique_ptr<Bolt>()> bolt;
  std::function<std::unique_ptr<Spout>()> spout;
};

template <class T> [[nodiscard]] Component bolt(std::string_view name) {
  return {name, [] { return std::make_unique<T>(); }, nullptr};
}

template <class T> [[nodiscard]] Component spout(std::string_view name) {
  return {name, nullptr, [] { return std::make_unique<T>(); }};
}

/// Returns the boundary functions of these components; they live as long as the library.
[[nodiscard]] const eyewall_library *library_of(std::vector<Component> of);

} // namespace eyewall::task

#define EYEWALL_TASKS(...)                                                                         \
  extern "C" __attribute__((visibility("default"))) const eyewall_library *                        \
  eyewall_task_library() {                                                                         \
    static const eyewall_library *const library = ::eyewall::task::library_of({__VA_ARGS__});      \
    return library;                                                                                \
  }
