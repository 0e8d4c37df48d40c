// Word count: `Lines` emits lines as messages, `Split` words, `Count` (word, how often so far).
// `LinesLoop` and `SplitLoop` are the first two as explicit loops; `Busiest` emits, for each 1,000
// words, the one that came most often; `LinesAside` and `Aside` emit by threads of their own. Also
// `Faulty`, whose task throws at a word that begins with "boom", crashes at "crash", never comes
// back from "hang", and at "late" anchors to the word before, which it has acked: what a user sees
// then.
#include <eyewall/task/library.hpp>
#include <eyewall/task/loop.hpp>
#include <eyewall/task/windows.hpp>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>

namespace {

using eyewall::task::Bolt;
using eyewall::task::CountWindows;
using eyewall::task::Loop;
using eyewall::task::LoopBolt;
using eyewall::task::LoopSpout;
using eyewall::task::Spout;
using eyewall::task::To;
using eyewall::task::Tools;
using eyewall::task::Tuple;
using eyewall::task::Window;

/// As many lines as the setting "example.lines" says, each again until it is acked.
class Lines : public Spout {
public:
  void open(Tools &tools) override {
    const auto wanted = tools.settings().find("example.lines");
    const std::uint64_t lines =
        wanted == tools.settings().end() ? 1000 : std::stoull(wanted->second);
    for (std::uint64_t message = 1; message <= lines; ++message) {
      due_.push_back(message);
    }
  }

  bool next_tuple(Tools &tools) override {
    if (due_.empty()) {
      return false;
    }
    tools.emit_message(To{}, due_.front(), "the cat and the dog");
    due_.pop_front();
    return true;
  }

  void fail(std::uint64_t message, Tools & /*tools*/) override { due_.push_back(message); }

private:
  std::deque<std::uint64_t> due_;
};

/// Lines by a thread of its own, which emits as fast as it may.
class LinesAside : public Spout {
public:
  void open(Tools &tools) override {
    thread_ = std::jthread([own = Tools(tools)](const std::stop_token &stop) mutable {
      for (std::uint64_t message = 1; !stop.stop_requested(); ++message) {
        own.emit_message(To{}, message, "the cat and the dog");
        own.flush();
      }
    });
  }

  bool next_tuple(Tools & /*tools*/) override { return false; }

private:
  std::jthread thread_; // ends with the task
};

void emit_words(const Tuple &tuple, Tools &tools) {
  const auto [line] = tuple.as<std::string_view>();
  std::size_t begin = 0;
  while (begin < line.size()) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    if (end > begin) {
      tools.emit(To{}, tuple, line.substr(begin, end - begin));
    }
    begin = end + 1;
  }
}

class Split : public Bolt {
public:
  void execute(const Tuple &tuple, Tools &tools) override {
    emit_words(tuple, tools);
    tools.ack(tuple);
  }
};

/// Lines as a loop, which tells what has failed by itself.
class LinesLoop : public LoopSpout {
public:
  Loop run(Turns &turns, Tools &tools) override {
    const auto wanted = tools.settings().find("example.lines");
    const std::uint64_t lines =
        wanted == tools.settings().end() ? 1000 : std::stoull(wanted->second);
    std::uint64_t message = 0;
    for (bool open = true; open;) {
      if (message < lines) {
        tools.emit_message(To{}, ++message, "the cat and the dog");
        open = co_await turns.flush();
      } else if (!failed_.empty()) {
        tools.emit_message(To{}, failed_.front(), "the cat and the dog");
        failed_.pop_front();
        open = co_await turns.flush();
      } else {
        open = co_await turns.rest();
      }
    }
  }

  void fail(std::uint64_t message, Tools & /*tools*/) override { failed_.push_back(message); }

private:
  std::deque<std::uint64_t> failed_;
};

class SplitLoop : public LoopBolt {
public:
  Loop run(Input &input, Tools &tools) override {
    while (const Tuple *tuple = co_await input.absorb()) {
      emit_words(*tuple, tools);
      tools.ack(*tuple);
    }
  }
};

class Busiest : public Bolt {
public:
  void execute(const Tuple &tuple, Tools &tools) override {
    windows_.add(tuple, tuple.get<std::string>(0), tools, [&](const Window<std::string> &window) {
      std::unordered_map<std::string_view, std::int64_t> counts;
      std::pair<std::string_view, std::int64_t> most{"", 0};
      for (const std::string &word : window.values) {
        if (const std::int64_t count = ++counts[word]; count > most.second) {
          most = {word, count};
        }
      }
      tools.emit_anchored(To{}, window.tuples, most.first, most.second);
    });
  }

private:
  CountWindows<std::string> windows_{1000, 1000};
};

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const noexcept {
    return std::hash<std::string_view>()(text);
  }
};

class Count : public Bolt {
public:
  void execute(const Tuple &tuple, Tools &tools) override {
    const auto [word] = tuple.as<std::string_view>();
    auto found = counts_.find(word);
    if (found == counts_.end()) {
      found = counts_.emplace(std::string(word), 0).first;
    }
    tools.emit(To{}, tuple, word, ++found->second);
    tools.ack(tuple);
  }

private:
  std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> counts_;
};

/// A thread for each word, with a copy of the tools.
class Aside : public Bolt {
public:
  void execute(const Tuple &tuple, Tools &tools) override {
    std::thread([&tuple, own = Tools(tools)]() mutable {
      own.emit(To{}, tuple, tuple.get<std::string_view>(0));
      own.ack(tuple);
      own.flush();
    }).join();
  }
};

class Faulty : public Bolt {
public:
  void execute(const Tuple &tuple, Tools &tools) override {
    const auto word = tuple.get<std::string_view>(0);
    if (word.starts_with("boom")) {
      throw std::runtime_error("no word for this task: " + std::string(word));
    }
    if (word == "crash") {
      std::abort();
    }
    while (word == "hang") {
      std::this_thread::sleep_for(std::chrono::hours(1));
    }
    if (word == "late") {
      tools.emit_anchored(To{}, {&before_, 1}, word);
    }
    before_ = tuple.id();
    tools.ack(tuple);
  }

private:
  std::uint64_t before_ = 0;
};

/// Emits what it gets, whatever that is.
class Echo : public Bolt {
public:
  void execute(const Tuple &tuple, Tools &tools) override {
    std::vector<eyewall::kryo::Value> values;
    for (std::size_t column = 0; column < tuple.size(); ++column) {
      values.push_back(tuple.dynamic(column));
    }
    const std::uint64_t anchor = tuple.id();
    tools.emit_dynamic(To{}, {&anchor, 1}, values);
    tools.ack(tuple);
  }

  void tick(Tools &tools) override { tools.emit(To{}, "tick"); }
};

} // namespace

EYEWALL_TASKS(eyewall::task::spout<Lines>("Lines"), eyewall::task::bolt<Split>("Split"),
              eyewall::task::bolt<Count>("Count"), eyewall::task::bolt<Faulty>("Faulty"),
              eyewall::task::bolt<Echo>("Echo"), eyewall::task::spout<LinesLoop>("LinesLoop"),
              eyewall::task::bolt<SplitLoop>("SplitLoop"), eyewall::task::bolt<Busiest>("Busiest"),
              eyewall::task::bolt<Aside>("Aside"), eyewall::task::spout<LinesAside>("LinesAside"))
