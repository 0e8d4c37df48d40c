// Base classes of user components in callback style.
#pragma once

#include <cstdint>

#include <eyewall/task/tools.hpp>

namespace eyewall::task {

/// A bolt. One object is one task; its calls never overlap, but may come from different threads.
/// An exception fails the topology with a message that names component and task.
class Bolt {
public:
  Bolt() = default;
  Bolt(const Bolt &) = delete;
  Bolt &operator=(const Bolt &) = delete;
  Bolt(Bolt &&) = delete;
  Bolt &operator=(Bolt &&) = delete;
  virtual ~Bolt() = default;

  virtual void prepare(Tools & /*tools*/) {}
  /// Processes a tuple, which must be acked or failed, now or later by its id.
  virtual void execute(const Tuple &tuple, Tools &tools) = 0;
  /// Processes a tick tuple of Storm; the runtime acks it.
  virtual void tick(Tools & /*tools*/) {}
  /// Called after the last tuple of a batch.
  virtual void flush(Tools & /*tools*/) {}
  virtual void cleanup(Tools & /*tools*/) {}
};

/// A spout. Threads and exceptions are as for Bolt.
class Spout {
public:
  Spout() = default;
  Spout(const Spout &) = delete;
  Spout &operator=(const Spout &) = delete;
  Spout(Spout &&) = delete;
  Spout &operator=(Spout &&) = delete;
  virtual ~Spout() = default;

  virtual void open(Tools & /*tools*/) {}
  /// Emits one tuple or a few, or none if none is available; must not block.
  /// Returns false to be called again only after a back-off.
  virtual bool next_tuple(Tools &tools) = 0;
  virtual void ack(std::uint64_t /*message*/, Tools & /*tools*/) {}
  virtual void fail(std::uint64_t /*message*/, Tools & /*tools*/) {}
  virtual void activate(Tools & /*tools*/) {}
  virtual void deactivate(Tools & /*tools*/) {}
  virtual void close(Tools & /*tools*/) {}
};

} // namespace eyewall::task
