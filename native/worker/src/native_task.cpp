#include "native_task.hpp"

#include <stdexcept>
#include <utility>
#include <variant>

namespace eyewall::worker {

using task::FrameView;
using task::Kind;
using task::Type;

namespace {

std::shared_ptr<task::Library> open(const std::string &path, Libraries &libraries) {
  std::shared_ptr<task::Library> &library = libraries[path];
  if (!library) {
    auto opened = task::Library::open(path);
    if (const auto *why = std::get_if<std::string>(&opened)) {
      throw std::runtime_error(*why);
    }
    library = std::get<std::shared_ptr<task::Library>>(opened);
  }
  return library;
}

} // namespace

NativeTask::NativeTask(const Plan &plan, const OwnTask &own, Libraries &libraries,
                       std::function<void()> wake)
    : name_("component '" + plan.components.at(own.task) + "' task " + std::to_string(own.task)),
      number_(own.task), library_(open(own.library, libraries)), wake_(std::move(wake)) {
  const eyewall_host host{this, [](void *context) {
                            auto *task = static_cast<NativeTask *>(context);
                            task->woken_.store(true);
                            task->wake_();
                          }};
  const eyewall_library &functions = library_->functions();
  const std::int32_t status = functions.create(own.name.c_str(), &host, &task_);
  if (status == EYEWALL_TASK_UNKNOWN_COMPONENT) {
    throw_error("'" + own.library + "' has no component '" + own.name + "'; it has " +
                functions.components());
  }
  if (status != EYEWALL_TASK_OK) {
    throw_error(functions.error(nullptr));
  }
  for (const auto &[key, value] : own.settings) {
    texts(Kind::open, {key, value});
  }
  for (const std::string &output : own.outputs) {
    texts(Kind::open, {"stream", output});
  }
}

NativeTask::~NativeTask() {
  if (task_ != nullptr) {
    library_->functions().destroy(task_);
  }
}

void NativeTask::throw_error(const std::string &what) const {
  throw std::runtime_error(name_ + ": " + what);
}

void NativeTask::texts(Kind kind, const std::vector<std::string> &texts) {
  const std::vector<Type> types(texts.size(), Type::string);
  writer_.shape(kind, 0, -1, types);
  writer_.row(std::uint64_t{0});
  for (const std::string &text : texts) {
    writer_.text(text);
  }
}

void NativeTask::process(const std::vector<std::uint8_t> &frames) {
  if (library_->functions().process(task_, frames.data(), frames.size()) != EYEWALL_TASK_OK) {
    throw_error(library_->functions().error(task_));
  }
}

std::span<const std::uint8_t> NativeTask::output() {
  const std::uint8_t *frames = nullptr;
  std::size_t size = 0;
  if (library_->functions().output(task_, &frames, &size) != EYEWALL_TASK_OK) {
    throw_error(library_->functions().error(task_));
  }
  return {frames, size};
}

bool NativeTask::process_own_frame(const FrameView &frame) {
  const Kind kind = frame.header().kind;
  if (kind != Kind::log && kind != Kind::report) {
    return false;
  }
  frame.expect_columns(1);
  for (std::uint32_t row = 0; row < frame.rows(); ++row) {
    const std::string text(frame.text(row, 0));
    reports_ +=
        kind == Kind::log
            ? line_of({"log", std::to_string(number_), std::to_string(frame.header().number), text})
            : line_of({"report", std::to_string(number_), text});
  }
  return true;
}

} // namespace eyewall::worker
