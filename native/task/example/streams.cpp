// NaaStorm's streams: `Bytes` and `Words` emit as fast as they may, tuples of a byte or of a word;
// `Discard` takes what comes, `Tally` counts words. Both receivers write their number of tuples
// into a file each time they get a tick.
#include <eyewall/task/library.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

#include <unistd.h>

namespace {

using eyewall::task::Bolt;
using eyewall::task::Spout;
using eyewall::task::To;
using eyewall::task::Tools;
using eyewall::task::Tuple;

std::string setting(const Tools &tools, const std::string &key, const std::string &otherwise) {
  const auto found = tools.settings().find(key);
  return found == tools.settings().end() ? otherwise : found->second;
}

class Bytes : public Spout {
public:
  void open(Tools & /*tools*/) override {
    for (std::size_t i = 0; i < bytes_.size(); i++) {
      bytes_[i] = static_cast<std::int8_t>(i * 167 >> 3);
    }
  }

  bool next_tuple(Tools &tools) override {
    tools.emit(To{}, bytes_[next_++ % bytes_.size()]);
    return true;
  }

private:
  std::array<std::int8_t, 4096> bytes_{};
  std::size_t next_ = 0;
};

class Words : public Spout {
public:
  bool next_tuple(Tools &tools) override {
    static constexpr std::array<std::string_view, 8> words{
        "nathan", "golda", "bertels", "mike", "jackson", "streaming", "storm", "eye"};
    tools.emit(To{}, words[next_++ % words.size()]);
    return true;
  }

private:
  std::size_t next_ = 0;
};

/// How many tuples a task has had, in a file of the folder "example.folder": lines of milliseconds
/// since 1970 and the number.
class Journal {
public:
  void open(Tools &tools) {
    const std::string path = setting(tools, "example.folder", "/tmp") + "/" +
                             setting(tools, "component", "task") + "-" +
                             setting(tools, "task", "0") + "-" + std::to_string(getpid());
    file_.open(path, std::ios::app);
    if (!file_) {
      throw std::runtime_error("cannot write " + path + ": see the setting example.folder");
    }
  }

  void write(std::uint64_t tuples) {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    file_ << std::chrono::duration_cast<std::chrono::milliseconds>(since).count() << ' ' << tuples
          << std::endl;
  }

private:
  std::ofstream file_;
};

class Discard : public Bolt {
public:
  void prepare(Tools &tools) override { journal_.open(tools); }

  void execute(const Tuple &tuple, Tools &tools) override {
    ++tuples_;
    tools.ack(tuple);
  }

  void tick(Tools & /*tools*/) override { journal_.write(tuples_); }

private:
  Journal journal_;
  std::uint64_t tuples_ = 0;
};

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>()(text);
  }
};

/// With "example.work", each word is hashed so many times more: a slower processor.
class Tally : public Bolt {
public:
  void prepare(Tools &tools) override {
    journal_.open(tools);
    work_ = std::stoull(setting(tools, "example.work", "0"));
  }

  void execute(const Tuple &tuple, Tools &tools) override {
    const auto [word] = tuple.as<std::string_view>();
    auto found = counts_.find(word);
    if (found == counts_.end()) {
      found = counts_.emplace(std::string(word), 0).first;
    }
    ++found->second;
    for (std::uint64_t round = 0; round < work_; ++round) {
      for (const char letter : word) {
        mixed_ = (mixed_ ^ static_cast<std::uint8_t>(letter)) * 0x100000001b3U;
      }
    }
    ++tuples_;
    tools.ack(tuple);
  }

  void tick(Tools & /*tools*/) override { journal_.write(tuples_); }

private:
  Journal journal_;
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> counts_;
  std::uint64_t work_ = 0;
  volatile std::uint64_t mixed_ = 0xcbf29ce484222325U;
  std::uint64_t tuples_ = 0;
};

} // namespace

EYEWALL_TASKS(eyewall::task::spout<Bytes>("Bytes"), eyewall::task::spout<Words>("Words"),
              eyewall::task::bolt<Discard>("Discard"), eyewall::task::bolt<Tally>("Tally"))
