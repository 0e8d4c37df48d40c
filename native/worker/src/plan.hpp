// What a worker is told by the process that started it, line by line.
//
// A line is words separated by tabs; \t, \n and \\ inside a word are escaped. Lists are separated
// by commas, and may be empty.
//
//   port       PORT                         of its own server
//   worker     ID                           Storm's name of it
//   timeout    MS                           after which a message of a spout has failed
//   acking     0|1                          whether the topology has ackers
//   loads      0|1                          whether it says what tasks use and send (worker.hpp)
//   stream     COMPONENT ID NAME FIELD...   any stream of any component, Storm's own among them
//   task       TASK COMPONENT               any task of the topology
//   own        TASK bolt|spout|acker TICK_MS MAX_PENDING LIBRARY NAME
//   output     TASK NAME                    what the task emits into, in the order of its numbers
//   setting    TASK KEY VALUE
//   target     COMPONENT STREAM GROUPING TASKS FIELDS
//   place      HOST PORT TASKS              where tasks of others are
//   placed                                  these are all: what was said before no longer holds
//   active     0|1                          whether spouts are asked
//   go                                      the plan is complete
//   stop                                    close the tasks, and end
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eyewall::worker {

/// The words of a line.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

/// A line of words.
[[nodiscard]] std::string line_of(const std::vector<std::string> &words);

enum class Role : std::uint8_t { bolt, spout, acker };

enum class Grouping : std::uint8_t { shuffle, local_or_shuffle, fields, all, global, direct };

struct StreamPlan {
  std::string name;
  std::vector<std::string> fields;
};

/// Who gets what a component emits into one stream.
struct TargetPlan {
  Grouping grouping = Grouping::shuffle;
  std::vector<std::int32_t> tasks;
  std::vector<std::size_t> fields;
};

struct OwnTask {
  std::int32_t task = 0;
  Role role = Role::bolt;
  std::int64_t tick_ms = 0;      ///< 0: none
  std::uint64_t max_pending = 0; ///< 0: no limit
  std::string library;
  std::string name;
  std::vector<std::string> outputs;
  std::vector<std::pair<std::string, std::string>> settings;
};

/// Where a worker listens.
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
  /// By component and number.
  std::map<std::string, std::map<std::uint32_t, StreamPlan>, std::less<>> streams;
  std::map<std::int32_t, std::string> components; ///< of tasks
  std::vector<OwnTask> own;
  std::map<std::pair<std::string, std::string>, std::vector<TargetPlan>> targets;

  /// 0: the component has no such stream.
  [[nodiscard]] std::uint32_t stream_id(std::string_view component, std::string_view name) const;
};

/// What may change while the worker runs.
struct Change {
  std::optional<bool> active;
  std::optional<std::map<Place, std::vector<std::int32_t>>> places;
  bool stop = false;
};

/// Makes a plan of lines, and changes of what comes after it. Throws std::runtime_error for a line
/// that is none of those above.
class PlanReader {
public:
  /// Of bytes in pieces of any size.
  void add(std::string_view bytes);

  [[nodiscard]] bool complete() const noexcept { return complete_; }
  [[nodiscard]] const Plan &plan() const noexcept { return plan_; }

  /// What has been told since the last call.
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
