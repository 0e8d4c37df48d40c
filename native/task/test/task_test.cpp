#include <eyewall/task/library.hpp>
#include <eyewall/task/loader.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include <unistd.h>

#include "texts.hpp"

namespace {

using namespace eyewall::task;
using eyewall::test::word;

std::shared_ptr<Library> load(const char *path) {
  auto opened = Library::open(path);
  REQUIRE(std::holds_alternative<std::shared_ptr<Library>>(opened));
  return std::get<std::shared_ptr<Library>>(opened);
}

void no_wake(void * /*context*/) {}

struct Task {
  explicit Task(const char *component) : library(load(WORDCOUNT)) {
    const eyewall_host host{nullptr, no_wake};
    REQUIRE(library->functions().create(component, &host, &task) == EYEWALL_TASK_OK);
    FrameWriter writer;
    eyewall::test::opening(writer, "words", "word");
    REQUIRE(process(writer) == EYEWALL_TASK_OK);
  }
  Task(const Task &) = delete;
  Task &operator=(const Task &) = delete;
  ~Task() { library->functions().destroy(task); }

  std::int32_t process(FrameWriter &writer) {
    std::vector<std::uint8_t> frames;
    frames.swap(writer.frames());
    return library->functions().process(task, frames.data(), frames.size());
  }

  std::vector<std::uint8_t> output() {
    const std::uint8_t *frames = nullptr;
    std::size_t size = 0;
    REQUIRE(library->functions().output(task, &frames, &size) == EYEWALL_TASK_OK);
    return {frames, frames + size};
  }

  std::shared_ptr<Library> library;
  eyewall_task *task = nullptr;
};

TEST_CASE("a loaded bolt counts, anchors and acks") {
  Task task("Count");
  FrameWriter writer;
  word(writer, 11, "cat");
  word(writer, 12, "cat");
  REQUIRE(task.process(writer) == EYEWALL_TASK_OK);
  std::vector<std::uint8_t> out = task.output();
  std::string said;
  std::span<const std::uint8_t> rest(out);
  while (!rest.empty()) {
    const FrameView frame(rest);
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      if (frame.header().kind == Kind::emit) {
        said += std::to_string(frame.id(row));
        said += frame.text(row, 0);
        said += std::to_string(frame.slot(row, 1));
        said += ' ';
      } else {
        CHECK(frame.header().kind == Kind::ack);
        said += "ack" + std::to_string(frame.id(row)) + ' ';
      }
    }
    rest = rest.subspan(frame.header().size);
  }
  CHECK(said == "11cat1 12cat2 ack11 ack12 ");
}

TEST_CASE("what a task throws comes back as a text") {
  Task task("Faulty");
  FrameWriter writer;
  word(writer, 1, "boom");
  CHECK(task.process(writer) == EYEWALL_TASK_FAILED);
  CHECK(std::string(task.library->functions().error(task.task)) == "no word for this task: boom");
}

TEST_CASE("frames that lie about their lengths are refused") {
  FrameWriter writer;
  word(writer, 1, "cat");
  const std::vector<std::uint8_t> good = writer.frames();
  for (std::size_t at = 0; at < good.size(); ++at) {
    Task task("Echo");
    std::vector<std::uint8_t> bad = good;
    bad[at] ^= 0xffU;
    // whatever it says: no read beyond the bytes, which the sanitizers see
    static_cast<void>(task.library->functions().process(task.task, bad.data(), bad.size()));
  }
  Task task("Echo");
  CHECK(task.library->functions().process(task.task, good.data(), good.size() - 8) ==
        EYEWALL_TASK_FAILED);
}

TEST_CASE("libraries that are none are refused by name") {
  const auto missing = Library::open("/nowhere/libmissing.so");
  REQUIRE(std::holds_alternative<std::string>(missing));
  CHECK(std::get<std::string>(missing).find("/nowhere/libmissing.so") != std::string::npos);
  const auto other = Library::open("libm.so.6");
  REQUIRE(std::holds_alternative<std::string>(other));
  CHECK(std::get<std::string>(other).find("EYEWALL_TASKS") != std::string::npos);
}

bool is_mapped(const std::string &file) {
  std::ifstream maps("/proc/self/maps");
  const std::string all{std::istreambuf_iterator<char>(maps), {}};
  return all.find(file) != std::string::npos;
}

TEST_CASE("a library is unloaded with its last task, and can be loaded again") {
  for (int i = 0; i < 2; ++i) {
    {
      Task task("Count");
      FrameWriter writer;
      word(writer, 11, "cat");
      REQUIRE(task.process(writer) == EYEWALL_TASK_OK);
      CHECK(task.output().size() > 0);
      CHECK(is_mapped(WORDCOUNT));
    }
    CHECK_FALSE(is_mapped(WORDCOUNT));
  }
}

TEST_CASE("a library of another version of the boundary is refused with both versions") {
  const auto other = Library::open(OTHER_VERSION);
  REQUIRE(std::holds_alternative<std::string>(other));
  CHECK(std::get<std::string>(other).find("was built for version 7 of the boundary, this runtime "
                                          "has version 1; build it anew") != std::string::npos);
}

/// A copy of a library that ends after so many bytes.
struct CutOff {
  explicit CutOff(std::size_t size) {
    std::ifstream whole(WORDCOUNT, std::ios::binary);
    std::string bytes(size, '\0');
    whole.read(bytes.data(), static_cast<std::streamsize>(size));
    std::ofstream(path, std::ios::binary) << bytes;
  }
  CutOff(const CutOff &) = delete;
  CutOff &operator=(const CutOff &) = delete;
  ~CutOff() { std::filesystem::remove(path); }

  std::string path = (std::filesystem::temp_directory_path() /
                      ("eyewall-cut-off-" + std::to_string(getpid()) + ".so"))
                         .string();
};

/// Returns how many bytes a copy of so many bytes would need, by the error for it; nothing if it is
/// loaded.
std::optional<std::size_t> bytes_needed(std::size_t size) {
  const CutOff library(size);
  const auto opened = Library::open(library.path);
  const auto *why = std::get_if<std::string>(&opened);
  if (why == nullptr) {
    CHECK(std::get<0>(opened)->functions().abi == EYEWALL_TASK_ABI);
    return std::nullopt;
  }
  const std::string begin = "cannot load the task library '" + library.path +
                            "': it is truncated: it has " + std::to_string(size) +
                            " bytes, and needs at least ";
  REQUIRE(why->find(begin) == 0);
  return std::stoul(why->substr(begin.size()));
}

TEST_CASE("a library that was copied in part is refused instead of killing the process") {
  const auto whole = static_cast<std::size_t>(std::filesystem::file_size(WORDCOUNT));
  std::size_t size = 100; // a part of the headers: first the others are needed, then what they name
  while (const auto needed = bytes_needed(size)) {
    REQUIRE(*needed > size);
    REQUIRE(*needed <= whole);
    size = *needed;
  }
  // What follows is not mapped; it is most of the file if there is debug information.
  for (std::size_t tenth = 1; tenth < 10; ++tenth) {
    CHECK(bytes_needed(size / 10 * tenth) == size);
  }
  CHECK(bytes_needed(size - 1) == size);
  CHECK_FALSE(bytes_needed(whole).has_value());
  for (const std::size_t tiny : {0U, 4U, 63U}) { // less than a header: dlopen says so
    const CutOff library(tiny);
    CHECK(std::holds_alternative<std::string>(Library::open(library.path)));
  }
}

std::uint64_t rows_of(std::span<const std::uint8_t> said) {
  std::uint64_t rows = 0;
  while (!said.empty()) {
    const FrameView frame(said);
    rows += frame.rows();
    said = said.subspan(frame.header().size);
  }
  return rows;
}

TEST_CASE("copies of the tools are for other threads") {
  Tools tools({}, {"default"}, {nullptr, no_wake});
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([copy = std::make_shared<Tools>(tools)] {
      for (std::int64_t k = 0; k < 500; ++k) {
        copy->emit(To{}, k);
        if (k % 100 == 99) {
          copy->flush();
        }
      }
    });
  }
  threads.clear();
  std::vector<std::uint8_t> out;
  tools.take_output(out);
  CHECK(rows_of(out) == 2000);
}

TEST_CASE("a component that is used as the other kind says so") {
  Task bolt("Count");
  FrameWriter writer;
  writer.shape(Kind::next, 0, -1, {}, 1);
  writer.row(std::uint64_t{0});
  CHECK(bolt.process(writer) == EYEWALL_TASK_FAILED);
  CHECK(std::string(bolt.library->functions().error(bolt.task)) ==
        "the component is a bolt, and the topology has it as a spout");
  Task spout("Lines");
  word(writer, 11, "cat");
  CHECK(spout.process(writer) == EYEWALL_TASK_FAILED);
  CHECK(std::string(spout.library->functions().error(spout.task)) ==
        "the component is a spout, and the topology has it as a bolt");
}

TEST_CASE("a thread that emits without end waits for the host, whether it flushes or not") {
  constexpr std::uint64_t emits = 200'000;
  for (const bool flushes : {true, false}) {
    Tools tools({}, {"default"}, eyewall_host{nullptr, no_wake});
    std::atomic<bool> ended = false;
    std::thread thread([own = Tools(tools), flushes, &ended]() mutable {
      for (std::uint64_t i = 0; i < emits; ++i) {
        own.emit(To{}, static_cast<std::int64_t>(i));
        if (flushes) {
          own.flush();
        }
      }
      own.flush();
      ended = true;
    });
    std::vector<std::uint8_t> taken;
    std::size_t most = 0;
    std::uint64_t rows = 0;
    do {
      const bool last = ended;
      tools.take_output(taken);
      most = std::max(most, taken.size());
      rows += rows_of(taken);
      if (last) {
        break;
      }
    } while (true);
    thread.join();
    CHECK(rows == emits);
    CHECK(most < std::size_t{256} * 1024); // what the task's own tuples wait for
  }
}

TEST_CASE("a thread doesn't wait for a host that is calling the task, which may wait for it") {
  Tools tools({}, {"default"}, eyewall_host{nullptr, no_wake});
  tools.begin_call();
  std::thread([own = Tools(tools)]() mutable {
    const std::string text(std::size_t{1024} * 1024, 'x');
    for (int i = 0; i < 3; ++i) {
      own.emit(To{}, text);
      own.flush();
    }
  }).join();
  tools.end_call();
  std::vector<std::uint8_t> taken;
  tools.take_output(taken);
  CHECK(taken.size() > std::size_t{3} * 1024 * 1024);
}

TEST_CASE("values that can't be emitted leave nothing behind") {
  Tools tools({}, {"default"}, eyewall_host{nullptr, no_wake});
  const std::vector<eyewall::kryo::Value> values{
      std::string("lost"), eyewall::kryo::Record{static_cast<eyewall::kryo::ClassId>(0x50), {}}};
  CHECK_THROWS_AS(tools.emit_dynamic(To{}, {}, values), std::invalid_argument);
  tools.emit(To{}, std::string_view("kept"));
  std::vector<std::uint8_t> out;
  tools.take_output(out);
  const FrameView frame(out);
  CHECK(frame.header().size == out.size());
  REQUIRE(frame.rows() == 1);
  CHECK(frame.text(0, 0) == "kept");
}

/// The values of one emit, as they would arrive.
template <class... T> std::vector<eyewall::kryo::Value> emitted(const T &...values) {
  Tools tools({}, {"default"}, eyewall_host{nullptr, no_wake});
  tools.emit(To{}, values...);
  std::vector<std::uint8_t> out;
  tools.take_output(out);
  const FrameView frame(out);
  const Source source{"test", "default", {}};
  std::vector<eyewall::kryo::Value> read;
  for (std::size_t i = 0; i < frame.header().columns; ++i) {
    read.push_back(Tuple(frame, 0, &source).dynamic(i));
  }
  return read;
}

TEST_CASE("null is emitted as it is written in C++") {
  using Values = std::vector<eyewall::kryo::Value>;
  const Values null{{}};
  CHECK(emitted(nullptr) == null);
  CHECK(emitted(std::nullopt) == null);
  CHECK(emitted(std::optional<std::string>()) == null);
  CHECK(emitted(std::optional<std::int64_t>()) == null);
  CHECK(emitted(std::optional<const char *>(nullptr)) == null);
  CHECK(emitted(static_cast<const char *>(nullptr)) == null);
  const char *text = "text";
  CHECK(emitted(text, std::optional<std::string>("it"), std::optional<double>(0.5)) ==
        Values{std::string("text"), std::string("it"), 0.5});
  CHECK(emitted(std::optional<eyewall::kryo::Bytes>({1, 2})) == Values{eyewall::kryo::Bytes{1, 2}});
}

TEST_CASE("every C++ type of one Java class is emitted as that") {
  using Values = std::vector<eyewall::kryo::Value>;
  CHECK(emitted(5LL, 6L, 7, true, false) ==
        Values{std::int64_t{5}, std::int64_t{6}, std::int32_t{7}, true, false});
  const std::array<std::uint8_t, 2> bytes{3, 4};
  CHECK(emitted(eyewall::kryo::Bytes{1, 2}, bytes, std::span<const std::uint8_t>(bytes)) ==
        Values{eyewall::kryo::Bytes{1, 2}, eyewall::kryo::Bytes{3, 4}, eyewall::kryo::Bytes{3, 4}});
  CHECK(emitted("a", std::string("b"), std::string_view("c")) ==
        Values{std::string("a"), std::string("b"), std::string("c")});
}

TEST_CASE("rows with and without a null follow each other") {
  Tools tools({}, {"default"}, eyewall_host{nullptr, no_wake});
  for (int i = 0; i < 4; ++i) {
    tools.emit(To{}, i, i % 2 == 0 ? std::optional<std::string>("even") : std::nullopt);
  }
  std::vector<std::uint8_t> out;
  tools.take_output(out);
  std::string read;
  for (std::span<const std::uint8_t> rest(out); !rest.empty();) {
    const FrameView frame(rest);
    const Source source{"test", "default", {"number", "text"}};
    for (std::uint32_t row = 0; row < frame.rows(); ++row) {
      const Tuple tuple(frame, row, &source);
      read += std::to_string(tuple.get<std::int32_t>("number")) +
              tuple.get<std::optional<std::string>>("text").value_or("-") + ' ';
    }
    rest = rest.subspan(frame.header().size);
  }
  CHECK(read == "0even 1- 2even 3- ");
}

TEST_CASE("a field that a source does not have is named, with those that it has") {
  FrameWriter writer;
  writer.shape(Kind::tuples, 0, 1, {});
  writer.row(std::uint64_t{1});
  const FrameView frame(writer.frames());
  const Source source{"words", "default", {"word", "count"}};
  CHECK_THROWS_WITH_AS(static_cast<void>(Tuple(frame, 0, &source).get<std::int64_t>("cuont")),
                       "tuples of 'words', stream 'default' have no field 'cuont'; they have word, "
                       "count",
                       WrongType);
}

TEST_CASE("a text that is null is logged as such") {
  Tools tools({}, {"default"}, eyewall_host{nullptr, no_wake});
  tools.log(Level::info, static_cast<const char *>(nullptr));
  std::vector<std::uint8_t> out;
  tools.take_output(out);
  CHECK(FrameView(out).text(0, 0) == "(null)");
}

TEST_CASE("what a thread says when its task is gone is nobody's") {
  class Leaves : public Bolt {
  public:
    explicit Leaves(std::optional<Tools> &to) : to_(to) {}
    void prepare(Tools &tools) override { to_.emplace(tools); }
    void execute(const Tuple & /*tuple*/, Tools & /*tools*/) override {}

  private:
    std::optional<Tools> &to_;
  };
  std::optional<Tools> left;
  int wakes = 0;
  {
    eyewall_task task(std::make_unique<Leaves>(left), nullptr,
                      eyewall_host{&wakes, [](void *count) { ++*static_cast<int *>(count); }});
    FrameWriter writer;
    eyewall::test::opening(writer, "words", "word");
    task.process(writer.frames());
    left->emit(To{}, std::int64_t{1});
    left->flush();
    CHECK(wakes == 1);
  }
  for (int i = 0; i < 3; ++i) {
    left->emit(To{}, std::int64_t{2});
    left->flush();
  }
  CHECK(wakes == 1);
}

} // namespace
