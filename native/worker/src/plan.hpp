// The plan of a worker, which the parent process sends as lines.
//
// A line is words separated by tabs; \t, \n and \\ inside a word are escaped. Lists are separated
// by commas, and may be empty.
//
//   port       PORT                         port of this worker's server
//   worker     ID                           Storm's id of the worker
//   timeout    MS                           time after which a spout's message fails
//   acking     0|1                          whether the topology has ackers
//   loads      0|1                          whether to report loads of tasks (worker.hpp)
//   stream     COMPONENT ID NAME FIELD...   every stream, including Storm's system streams
//   task       TASK COMPONENT               every task of the topology
//   own        TASK bolt|spout|acker TICK_MS MAX_PENDING LIBRARY NAME
//   output     TASK NAME                    output stream; the order defines its number
//   setting    TASK KEY VALUE
//   target     COMPONENT STREAM GROUPING TASKS FIELDS
//   place      HOST PORT TASKS              address of tasks of another worker
//   placed                                  ends the places; earlier places are void
//   active     0|1                          whether spouts are called
//   go                                      the plan is complete
//   stop                                    close the tasks and exit
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eyewall::worker {

/// Splits a line into unescaped words.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

/// Returns the line of escaped words.
[[nodiscard]] std::string line_of(const std::vector<std::string> &words);

enum class Role : std::uint8_t { bolt, spout, acker };

enum class Grouping : std::uint8_t { shuffle, local_or_shuffle, fields, all, global, direct };

struct StreamPlan {
  std::string name;
  std::vector<std::string> fields;
};

/// The receivers of one stream of a component.
struct TargetPlan {
  Grouping grouping = Grouping::shuffle;
  std::vector<std::int32_t> tasks;
  std::vector<std::size_t> fields;
};

struct OwnTask {
  std::int32_t task = 0;
  Role role = Role::bolt;
  std::int64_t tick_ms = 0;      ///< 0 for no ticks
  std::uint64_t max_pending = 0; ///< 0 for no limit
  std::string library;
  std::string name;
  std::vector<std::string> outputs;
  std::vector<std::pair<std::string, std::string>> settings;
};

/// The address of a worker.
struct Place {
  std::string host;
  std::uint16_t port = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a 0 in it
  friend auto operator<=>(const Place &, const Place &) = default;
};

struct Plan {
  std::uint16_t port = 0;
  std::string worker_id;
  std::int64_t timeout_ms = 30'000;
  bool acking = true;
  bool loads = false;
  /// By component and stream id.
  std::map<std::string, std::map<std::uint32_t, StreamPlan>, std::less<>> streams;
  std::map<std::int32_t, std::string> components; ///< by task
  std::vector<OwnTask> own;
  std::map<std::pair<std::string, std::string>, std::vector<TargetPlan>> targets;

  /// Returns the id of a stream; 0 if the component has no such stream.
  [[nodiscard]] std::uint32_t stream_id(std::string_view component, std::string_view name) const;
};

/// A change while the worker runs.
struct Change {
  std::optional<bool> active;
  std::optional<std::map<Place, std::vector<std::int32_t>>> places;
  bool stop = false;
};

/// Parses a plan from lines, and changes from the lines after it. Throws std::runtime_error for an
/// invalid line.
class PlanReader {
public:
  /// Adds bytes in pieces of any size.
  void add(std::string_view bytes);

  [[nodiscard]] bool complete() const noexcept { return complete_; }
  [[nodiscard]] const Plan &plan() const noexcept { return plan_; }

  /// Returns the changes since the last call.
  [[nodiscard]] Change take_change() { return std::exchange(change_, {}); }

private:
  void line(const std::vector<std::string> &words);
  OwnTask &own(const std::string &task);

  std::string rest_;
  Plan plan_;
  bool complete_ = false;
  Change change_;
  std::map<Place, std::vector<std::int32_t>> places_;
};

} // namespace eyewall::worker
