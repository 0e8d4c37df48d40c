// The API of a task: emits, acks, fails, logs. Each further thread of a task uses a copy.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <eyewall/task/abi.h>
#include <eyewall/task/frame.hpp>
#include <eyewall/task/null.hpp>
#include <eyewall/task/tuple.hpp>

namespace eyewall::task {

/// The settings with which the task was opened, by name: "component", "task", "index" among
/// its component's tasks, "tasks" of the component, and the topology's scalar configuration.
using Settings = std::map<std::string, std::string, std::less<>>;

enum class Level : std::uint8_t { debug = 0, info = 1, warn = 2, error = 3 };

/// The destination of a tuple: a stream number from Tools::stream(), and the task of a direct emit.
struct To {
  std::int32_t stream = 0; ///< 0 is the stream "default"
  std::int32_t task = -1;  ///< -1 to let the groupings choose
};

/// Gathers the output of a task. The host receives the output of the task's own Tools when the
/// current call returns. A copy belongs to another thread, which calls flush() to hand its output
/// over; emits flush large output. Copies must be destroyed before the task's close() returns.
class Tools {
public:
  Tools(Settings settings, std::vector<std::string> streams, const eyewall_host &host)
      : shared_(std::make_shared<Shared>()) {
    shared_->settings = std::move(settings);
    shared_->streams = std::move(streams);
    shared_->host = host;
  }

  Tools(const Tools &other) : shared_(other.shared_), is_copy_(true) {}
  Tools &operator=(const Tools &) = delete;
  Tools(Tools &&) = default;
  Tools &operator=(Tools &&) = delete;
  ~Tools() = default;

  [[nodiscard]] const Settings &settings() const noexcept { return shared_->settings; }

  /// Returns the number of an output stream that the topology declares for the component.
  [[nodiscard]] std::int32_t stream(std::string_view name) const {
    for (std::size_t i = 0; i < shared_->streams.size(); ++i) {
      if (shared_->streams[i] == name) {
        return static_cast<std::int32_t>(i);
      }
    }
    throw std::invalid_argument("the component has no output stream '" + std::string(name) +
                                "'; declare it with outputStream(\"" + std::string(name) +
                                "\", false, ...)");
  }

  /// Emits without an anchor; in a spout, without a message id.
  /// Values of all emits may be bool, the signed integers, float, double, char16_t; texts; bytes,
  /// as std::vector<std::uint8_t> or a type convertible to a span of these; std::optional of any of
  /// them. std::nullopt, nullptr and a `const char *` that is null are Java's null.
  template <class... T> void emit(To to, const T &...values) {
    emit_row(to, std::uint64_t{0}, plain(values)...);
  }

  /// Emits anchored to a tuple.
  template <class... T> void emit(To to, const Tuple &anchor, const T &...values) {
    emit_row(to, anchor.id(), plain(values)...);
  }

  /// Emits anchored to several tuples, by their ids.
  template <class... T>
  void emit_anchored(To to, std::span<const std::uint64_t> anchors, const T &...values) {
    emit_row(to, anchors, plain(values)...);
  }

  /// Emits a message of a spout; its id, which is not 0, is passed to ack() or fail() later.
  template <class... T> void emit_message(To to, std::uint64_t message, const T &...values) {
    emit_row(to, message, plain(values)...);
  }

  /// Emits values whose types are known only at run time.
  void emit_dynamic(To to, std::span<const std::uint64_t> anchors,
                    const std::vector<kryo::Value> &values);

  void ack(const Tuple &tuple) { ack(tuple.id()); }
  void ack(std::uint64_t id) { complete(Kind::ack, id); }
  void fail(const Tuple &tuple) { fail(tuple.id()); }
  void fail(std::uint64_t id) { complete(Kind::fail, id); }

  /// Writes to the log of the process that runs the topology.
  void log(Level level, std::string_view text) {
    write_text(Kind::log, text, static_cast<std::uint64_t>(level));
  }
  void log(Level level, const char *text) { log(level, text_or_null(text)); }

  /// Reports an error that does not fail the topology, for Storm's UI and the console.
  void report(std::string_view error) { write_text(Kind::report, error, 0); }
  void report(const char *error) { report(text_or_null(error)); }

  /// Hands over a copy's output. Blocks while the host has much earlier output of copies to take,
  /// because the task's own tuples wait behind that. During a call of the task, which might be
  /// waiting for this thread, it blocks for a moment only.
  void flush() {
    if (writer_.empty() && completions_.empty()) {
      return;
    }
    std::unique_lock lock(shared_->mutex);
    if (shared_->closed) {
      writer_.frames().clear();
      completions_.frames().clear();
      return;
    }
    move_own(shared_->output);
    shared_->host.wake(shared_->host.context); // under the mutex: after close() there is no host
    shared_->taken.wait(
        lock, [this] { return shared_->calls != 0 || shared_->output.size() < max_output_bytes; });
    if (shared_->output.size() >= max_output_bytes) {
      shared_->taken.wait_for(lock, max_wait_in_call);
    }
  }

  /// Called by the runtime before a call of the task, and before the task's destruction, after
  /// which no end_call() follows.
  void begin_call() {
    {
      const std::lock_guard lock(shared_->mutex);
      ++shared_->calls;
    }
    shared_->taken.notify_all();
  }

  void end_call() {
    const std::lock_guard lock(shared_->mutex);
    --shared_->calls;
  }

  /// Called by the runtime when the task is destroyed: the host is not woken up any more. Returns
  /// whether copies remain, whose threads may run for ever.
  bool close() {
    const std::lock_guard lock(shared_->mutex);
    shared_->closed = true;
    return shared_.use_count() > 1;
  }

  /// Called by the runtime: moves the output of the copies, then of this object, to `out`.
  void take_output(std::vector<std::uint8_t> &out) {
    out.clear();
    {
      const std::lock_guard lock(shared_->mutex);
      out.swap(shared_->output);
    }
    shared_->taken.notify_all();
    move_own(out);
  }

private:
  /// Limit of the copies' output not yet taken by the host, in bytes, from which copies block; also
  /// the size from which one copy's output is flushed.
  static constexpr std::size_t max_output_bytes = FrameWriter::frame_bytes;
  static constexpr std::chrono::milliseconds max_wait_in_call{1};

  struct Shared {
    Settings settings;
    std::vector<std::string> streams;
    eyewall_host host{};
    std::mutex mutex;
    std::condition_variable taken;
    // under the mutex
    std::vector<std::uint8_t> output; ///< output of the copies
    int calls = 0;       ///< current calls of the task, which might wait for its threads
    bool closed = false; ///< the host takes no more output
  };

  /// Flushes large output of a copy, so that a copy without flushes does not grow without limit.
  void flush_if_large() {
    if (is_copy_ && writer_.size() >= max_output_bytes) {
      flush();
    }
  }

  /// Returns the log text of a C string, which may be null.
  static std::string_view text_or_null(const char *text) {
    return text == nullptr ? "(null)" : text;
  }

  /// Converts a value to the form that is written: a number, std::string_view, a span of bytes,
  /// null, or std::optional of these.
  template <class T> static auto plain(const T &value) {
    if constexpr (IsOptional<T>::value) {
      using Content = decltype(plain(*value));
      return value ? std::optional<Content>(plain(*value)) : std::nullopt;
    } else if constexpr (std::is_same_v<T, std::nullptr_t> || std::is_same_v<T, std::nullopt_t>) {
      return kryo::Null();
    } else if constexpr (std::is_pointer_v<T> && std::is_convertible_v<T, std::string_view>) {
      return value == nullptr ? std::nullopt : std::optional<std::string_view>(value);
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
      return std::string_view(value);
    } else if constexpr (std::is_convertible_v<const T &, std::span<const std::uint8_t>>) {
      return std::span<const std::uint8_t>(value);
    } else {
      static_assert(OneJavaClass<T>,
                    "values of this C++ type can't be emitted: emit bool, std::int8_t to "
                    "std::int64_t, float, double, char16_t, texts, bytes as "
                    "std::vector<std::uint8_t>, std::optional of these, or nullptr; cast unsigned "
                    "numbers to signed ones, a char to a text; emit lists, maps and others by "
                    "emit_dynamic()");
      if constexpr (OneJavaClass<T>) {
        return value;
      } else {
        return kryo::Null();
      }
    }
  }

  template <class T> static constexpr Type type_of(const T &value) noexcept {
    if constexpr (std::is_same_v<T, kryo::Null>) {
      return Type::null;
    } else if constexpr (IsOptional<T>::value) {
      return value ? type_of(*value) : Type::null;
    } else {
      return Slot<T>::type;
    }
  }

  /// Emits a row of values in plain form. Hot path.
  template <class Id, class... T> void emit_row(To to, const Id &id, const T &...values) {
    flush_if_large();
    const std::array<Type, sizeof...(T)> types{type_of(values)...};
    writer_.shape(Kind::emit, to.stream, to.task, types);
    writer_.row(id);
    (put(values), ...);
  }

  template <class T> void put(const T &value) {
    if constexpr (std::is_same_v<T, kryo::Null>) {
      writer_.slot(0);
    } else if constexpr (IsOptional<T>::value) {
      if (value) {
        put(*value);
      } else {
        writer_.slot(0);
      }
    } else if constexpr (std::is_convertible_v<const T &, std::string_view>) {
      writer_.text(value);
    } else if constexpr (Slot<T>::type == Type::bytes) {
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes as text
      writer_.text({reinterpret_cast<const char *>(value.data()), value.size()});
    } else {
      writer_.slot(Slot<T>::write(value));
    }
  }

  void complete(Kind kind, std::uint64_t id) {
    completions_.shape(kind, 0, -1, {});
    completions_.row(id);
  }

  /// Moves this object's output to `out`: emits before acks and fails, because tuples anchored to a
  /// tuple must precede its ack.
  void move_own(std::vector<std::uint8_t> &out) {
    for (FrameWriter *writer : {&writer_, &completions_}) {
      std::vector<std::uint8_t> &own = writer->frames();
      if (out.empty()) {
        out.swap(own);
      } else {
        out.insert(out.end(), own.begin(), own.end());
      }
      own.clear();
    }
  }

  void write_text(Kind kind, std::string_view text, std::uint64_t number) {
    flush_if_large();
    static constexpr std::array<Type, 1> types{Type::string};
    writer_.shape(kind, 0, -1, types, number);
    writer_.row(std::uint64_t{0});
    writer_.text(text);
  }

  static kryo::Bytes written_by_kryo(const kryo::Value &value);

  std::shared_ptr<Shared> shared_;
  bool is_copy_ = false; ///< belongs to another thread
  FrameWriter writer_;
  FrameWriter completions_; ///< acks and fails, kept apart so that frames of emits stay long
};

inline void Tools::emit_dynamic(To to, std::span<const std::uint64_t> anchors,
                                const std::vector<kryo::Value> &values) {
  std::vector<Type> types;
  types.reserve(values.size());
  std::vector<kryo::Bytes>
      written; // before the row begins: half a row would be left by what throws
  for (const kryo::Value &value : values) {
    types.push_back(std::visit(
        [&](const auto &content) {
          using T = std::decay_t<decltype(content)>;
          if constexpr (std::is_same_v<T, kryo::Null>) {
            return Type::null;
          } else if constexpr (OneJavaClass<T>) {
            return Slot<T>::type;
          } else {
            written.push_back(written_by_kryo(value));
            return Type::kryo;
          }
        },
        value.content()));
  }
  flush_if_large();
  writer_.shape(Kind::emit, to.stream, to.task, types);
  writer_.row(anchors);
  auto next = written.cbegin();
  for (const kryo::Value &value : values) {
    std::visit(
        [&](const auto &content) {
          using T = std::decay_t<decltype(content)>;
          if constexpr (std::is_same_v<T, kryo::Null> || OneJavaClass<T>) {
            put(content);
          } else {
            put(std::span<const std::uint8_t>(*next++));
          }
        },
        value.content());
  }
}

inline kryo::Bytes Tools::written_by_kryo(const kryo::Value &value) {
  const std::vector<kryo::Value> one{value};
  kryo::Bytes bytes(kryo::max_dynamic_values_size(one));
  kryo::Writer writer(bytes);
  const kryo::Status status = kryo::write_dynamic_values(writer, one);
  if (status != kryo::Status::ok) {
    throw std::invalid_argument("a value can't be emitted: " + std::string(kryo::describe(status)));
  }
  bytes.resize(writer.size());
  return bytes;
}

} // namespace eyewall::task
