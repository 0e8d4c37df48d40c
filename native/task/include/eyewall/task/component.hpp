// The two kinds of components, callback style: what a user derives from.
#pragma once

#include <cstdint>

#include <eyewall/task/tools.hpp>

namespace eyewall::task {

/// A bolt. One object is one task; its calls never overlap, but may come from different threads.
/// What a call throws fails the topology, with component and task.
class Bolt {
public:
  Bolt() = default;
  Bolt(const Bolt &) = delete;
  Bolt &operator=(const Bolt &) = delete;
  Bolt(Bolt &&) = delete;
  Bolt &operator=(Bolt &&) = delete;
  virtual ~Bolt() = default;

  virtual void prepare(Tools & /*tools*/) {}
  /// Acks or fails the tuple, now or later, by its id.
  virtual void execute(const Tuple &tuple, Tools &tools) = 0;
  /// A tick tuple of Storm's; the runtime acks it.
  virtual void tick(Tools & /*tools*/) {}
  /// The tuples handed over together have been executed.
  virtual void flush(Tools & /*tools*/) {}
  virtual void cleanup(Tools & /*tools*/) {}
};

/// A spout; for the rest as Bolt.
class Spout {
public:
  Spout() = default;
  Spout(const Spout &) = delete;
  Spout &operator=(const Spout &) = delete;
  Spout(Spout &&) = delete;
  Spout &operator=(Spout &&) = delete;
  virtual ~Spout() = default;

  virtual void open(Tools & /*tools*/) {}
  /// Emits one tuple or a few, or none if there is none; does not block.
  /// Returns false when the host had better ask again later.
  virtual bool next_tuple(Tools &tools) = 0;
  virtual void ack(std::uint64_t /*message*/, Tools & /*tools*/) {}
  virtual void fail(std::uint64_t /*message*/, Tools & /*tools*/) {}
  virtual void activate(Tools & /*tools*/) {}
  virtual void deactivate(Tools & /*tools*/) {}
  virtual void close(Tools & /*tools*/) {}
};

} // namespace eyewall::task
