#include <eyewall/task/library.hpp>

#include <array>
#include <exception>

#include <dlfcn.h>

using eyewall::task::BadFrame;
using eyewall::task::Component;
using eyewall::task::FrameView;
using eyewall::task::Kind;
using eyewall::task::Settings;
using eyewall::task::Source;
using eyewall::task::Tools;
using eyewall::task::Tuple;

namespace {

/// Marks a call of the task, during which the task's threads do not block on the host.
class Call {
public:
  explicit Call(Tools &tools) : tools_(tools) { tools_.begin_call(); }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;
  ~Call() { tools_.end_call(); }

private:
  Tools &tools_;
};

const char key_of_here = 0;

/// Keeps this library loaded until the process ends, because a thread that nothing joins may run
/// its code.
void keep_loaded() {
  Dl_info here{};
  if (dladdr(&key_of_here, &here) != 0) {
    static_cast<void>(dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE));
  }
}

} // namespace

eyewall_task::~eyewall_task() {
  if (!tools_) {
    return;
  }
  tools_->begin_call(); // the task's destructor may join its threads
  bolt_.reset();
  spout_.reset();
  if (tools_->close()) {
    keep_loaded();
  }
}

void eyewall_task::open(const FrameView &frame) {
  frame.expect_columns(2);
  Settings settings;
  std::vector<std::string> streams;
  for (std::uint32_t row = 0; row < frame.rows(); ++row) {
    std::string key(frame.text(row, 0));
    std::string value(frame.text(row, 1));
    if (key == "stream") {
      streams.push_back(std::move(value));
    } else {
      settings.insert_or_assign(std::move(key), std::move(value));
    }
  }
  tools_ = std::make_unique<Tools>(std::move(settings), std::move(streams), host_);
  const Call call(*tools_);
  if (bolt_) {
    bolt_->prepare(*tools_);
  } else {
    spout_->open(*tools_);
  }
}

void eyewall_task::refuse_wrong_use(Kind kind) const {
  const bool of_spout = kind == Kind::next || kind == Kind::acked || kind == Kind::failed ||
                        kind == Kind::activate || kind == Kind::deactivate;
  if (of_spout && !spout_) {
    throw BadFrame("the component is a bolt, and the topology has it as a spout");
  }
  if ((kind == Kind::tuples || kind == Kind::tick) && !bolt_) {
    throw BadFrame("the component is a spout, and the topology has it as a bolt");
  }
}

void eyewall_task::process_frame(const FrameView &frame) {
  const Kind kind = frame.header().kind;
  if (kind == Kind::open) {
    open(frame);
    return;
  }
  if (!tools_) {
    throw BadFrame("a frame of kind " + std::to_string(static_cast<int>(kind)) + " before open");
  }
  refuse_wrong_use(kind);
  const Call call(*tools_);
  switch (kind) {
  case Kind::stream: {
    frame.expect_columns(2);
    if (frame.rows() != 1) {
      throw BadFrame("a stream frame declares one stream, not " + std::to_string(frame.rows()));
    }
    Source source{std::string(frame.text(0, 0)), std::string(frame.text(0, 1)), {}};
    for (std::size_t column = 2; column < frame.header().columns; ++column) {
      source.fields.emplace_back(frame.text(0, column));
    }
    sources_.push_back(std::move(source));
    return;
  }
  case Kind::tuples: {
    const auto stream = static_cast<std::size_t>(frame.header().stream);
    if (stream >= sources_.size()) {
      throw BadFrame("tuples of an unknown stream");
    }
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      bolt_->execute(Tuple(frame, row, &sources_[stream]), *tools_);
    }
    return;
  }
  case Kind::tick:
    bolt_->tick(*tools_);
    return;
  case Kind::next:
    for (std::uint64_t i = 0; i < frame.header().number; ++i) {
      if (!spout_->next_tuple(*tools_)) {
        return;
      }
    }
    return;
  case Kind::acked:
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      spout_->ack(frame.id(row), *tools_);
    }
    return;
  case Kind::failed:
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      spout_->fail(frame.id(row), *tools_);
    }
    return;
  case Kind::activate:
    spout_->activate(*tools_);
    return;
  case Kind::deactivate:
    spout_->deactivate(*tools_);
    return;
  case Kind::close:
    if (bolt_) {
      bolt_->cleanup(*tools_);
    } else {
      spout_->close(*tools_);
    }
    return;
  default:
    throw BadFrame("a frame of kind " + std::to_string(static_cast<int>(kind)) +
                   " is not for a task");
  }
}

void eyewall_task::process(std::span<const std::uint8_t> frames) {
  bool executed = false;
  while (!frames.empty()) {
    const FrameView frame(frames);
    executed = executed || frame.header().kind == Kind::tuples;
    process_frame(frame);
    frames = frames.subspan(frame.header().size);
  }
  if (executed) {
    const Call call(*tools_);
    bolt_->flush(*tools_);
  }
}

void eyewall_task::output(const std::uint8_t **frames, std::size_t *size) {
  output_.clear();
  if (tools_) {
    tools_->take_output(output_);
  }
  *frames = output_.data();
  *size = output_.size();
}

namespace eyewall::task {
namespace {

struct Registered {
  std::vector<Component> components;
  std::string names;
};

Registered &registered() {
  static Registered all;
  return all;
}

const char *components() { return registered().names.c_str(); }

/// Calls user code; no exception leaves this function.
template <class Code> std::int32_t guarded(std::string &error, Code code) noexcept {
  try {
    try {
      code();
      return EYEWALL_TASK_OK;
    } catch (const std::exception &e) {
      error = e.what();
    } catch (...) {
      error = "it threw an object that is not a std::exception";
    }
  } catch (...) { // no memory for the message
    error.clear();
  }
  return EYEWALL_TASK_FAILED;
}

/// Thread-local without a destructor, which would keep the library loaded until the thread ends.
thread_local std::array<char, 1024> error_of_create{};

std::int32_t create(const char *name, const eyewall_host *host, eyewall_task **task) {
  *task = nullptr;
  for (const Component &component : registered().components) {
    if (component.name == name) {
      std::string thrown;
      const std::int32_t status = guarded(thrown, [&] {
        *task = new eyewall_task(component.bolt ? component.bolt() : nullptr,
                                 component.spout ? component.spout() : nullptr, *host);
      });
      error_of_create[thrown.copy(error_of_create.data(), error_of_create.size() - 1)] = '\0';
      return status;
    }
  }
  return EYEWALL_TASK_UNKNOWN_COMPONENT;
}

std::int32_t process(eyewall_task *task, const std::uint8_t *frames, std::size_t size) {
  return guarded(task->error, [&] { task->process({frames, size}); });
}

std::int32_t output(eyewall_task *task, const std::uint8_t **frames, std::size_t *size) {
  return guarded(task->error, [&] { task->output(frames, size); });
}

const char *error(eyewall_task *task) {
  return task == nullptr ? error_of_create.data() : task->error.c_str();
}

void destroy(eyewall_task *task) {
  std::string ignored;
  static_cast<void>(guarded(ignored, [&] { delete task; }));
}

} // namespace

const eyewall_library *library_of(std::vector<Component> of) {
  static const eyewall_library library{
      EYEWALL_TASK_ABI, sizeof(eyewall_library), components, create, process, output, error,
      destroy};
  std::string names;
  for (const Component &component : of) {
    names += (names.empty() ? "" : ", ") + std::string(component.name);
  }
  registered() = {std::move(of), std::move(names)};
  return &library;
}

} // namespace eyewall::task
