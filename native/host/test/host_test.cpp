#include <eyewall/ring/bell.hpp>
#include <eyewall/ring/ring.hpp>
#include <eyewall/task/frame.hpp>

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <link.h>
#include <random>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "../../task/test/texts.hpp"

namespace {

using namespace eyewall::ring;
using namespace eyewall::task;
using eyewall::test::opening;
using eyewall::test::word;

constexpr std::uint64_t capacity = 4096;

/// The host program, started as Java starts it, and the other side of its rings.
struct Host {
  explicit Host(const char *component) {
    static int count = 0;
    path = "/tmp/eyewall-host-test-" + std::to_string(getpid()) + "-" + std::to_string(++count);
    std::array<int, 2> to{};
    std::array<int, 2> from{};
    // NOLINTNEXTLINE: no child may keep another's ends
    REQUIRE((pipe2(to.data(), O_CLOEXEC) == 0 && pipe2(from.data(), O_CLOEXEC) == 0));
    child = fork();
    if (child == 0) {
      dup2(to[0], 0);
      dup2(from[1], 1);
      execl(HOST, HOST, path.c_str(), "4096", WORDCOUNT, component, nullptr);
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    to_child = to[1];
    from_child = from[0];
    char ready = 0;
    REQUIRE(read(from_child, &ready, 1) == 1);
    const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(file >= 0);
    void *mapped = mmap(nullptr, file_size(capacity), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    REQUIRE(mapped != MAP_FAILED);
    close(file);
    unlink(path.c_str());
    memory = static_cast<std::uint8_t *>(mapped);
  }
  Host(const Host &) = delete;
  Host &operator=(const Host &) = delete;
  ~Host() {
    hang_up();
    close(from_child);
    if (child != 0) {
      static_cast<void>(end());
    }
    munmap(memory, file_size(capacity));
  }

  [[nodiscard]] Place place(std::size_t control, std::size_t data) const {
    return {memory + control, memory + data, capacity};
  }

  void hang_up() {
    if (to_child >= 0) {
      close(to_child);
      to_child = -1;
    }
  }

  /// What `waitpid` says.
  [[nodiscard]] int end() {
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    child = 0;
    return status;
  }

  std::string path;
  pid_t child = 0;
  int to_child = -1;
  int from_child = -1;
  std::uint8_t *memory = nullptr;
};

/// Speaks with the host until so many batches are done, or it ends; what came back, as a text.
struct Talk {
  explicit Talk(Host &of)
      : host(&of), writer(of.place(to_child_at, data_at)),
        reader(of.place(from_child_at, data_at + capacity)) {}

  void send(FrameWriter &frames) {
    std::vector<std::uint8_t> bytes;
    bytes.swap(frames.frames());
    std::span<const std::uint8_t> left(bytes);
    const Bell bell(host->from_child, host->to_child, -1);
    while (!(left = writer.write(left)).empty()) {
      bell.ring();
      const bool any = receive();
      if (!any && !writer.announce_wait() && !reader.announce_wait()) {
        REQUIRE(bell.wait());
      }
    }
    bell.ring();
    ++sent;
  }

  bool receive() {
    Record record;
    bool any = false;
    while (reader.next(record)) {
      any = true;
      parts.insert(parts.end(), record.bytes.begin(), record.bytes.end());
      reader.release();
      if (reader.writer_waits()) {
        Bell(-1, host->to_child, -1).ring();
      }
      if (record.last) {
        read_output(parts);
        parts.clear();
      }
    }
    return any;
  }

  void read_output(std::span<const std::uint8_t> rest) {
    while (!rest.empty()) {
      const FrameView frame(rest);
      const Kind kind = frame.header().kind;
      for (std::uint32_t row = 0; row < frame.rows(); ++row) {
        if (kind == Kind::emit) {
          output += std::string(frame.text(row, 0)) + std::to_string(frame.slot(row, 1)) + ' ';
        } else if (kind == Kind::died) {
          output += "died: " + std::string(frame.text(row, 0));
        } else {
          acks += kind == Kind::ack ? 1 : 0;
        }
      }
      done = kind == Kind::done ? frame.header().number : done;
      rest = rest.subspan(frame.header().size);
    }
  }

  void until_done() {
    const Bell bell(host->from_child, host->to_child, -1);
    while (done < sent) {
      if (!receive() && !reader.announce_wait() && !bell.wait()) {
        receive();
        return;
      }
    }
  }

  Host *host;
  Writer writer;
  Reader reader;
  std::vector<std::uint8_t> parts;
  std::string output;
  std::uint64_t acks = 0;
  std::uint64_t sent = 0;
  std::uint64_t done = 0;
};

/// Returns how a process ends that tries a library, by waitpid().
int status_of_trial(const std::string &library) {
  const pid_t child = fork();
  if (child == 0) {
    execl(HOST, HOST, library.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

/// Writes a copy of the library whose dynamic section, which the loader reads first, is a hole, as
/// a crash of the machine may leave one. Returns its path.
std::string library_with_hole() {
  std::ifstream file(WORDCOUNT, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ElfW(Ehdr) header{};
  REQUIRE(bytes.size() > sizeof header);
  std::memcpy(&header, bytes.data(), sizeof header);
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_type == PT_DYNAMIC) {
      bytes.replace(segment.p_offset, segment.p_filesz, segment.p_filesz, '\0');
    }
  }
  std::string path = "/tmp/eyewall-host-test-" + std::to_string(getpid()) + "-hole.so";
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST_CASE("a library is tried in a process of its own") {
  CHECK(status_of_trial(WORDCOUNT) == 0);
  CHECK(WEXITSTATUS(status_of_trial("/no/such/library.so")) == 70);
  const std::string damaged = library_with_hole();
  const int status = status_of_trial(damaged);
  std::filesystem::remove(damaged);
  // No process that runs topologies should load such a file. A sanitizer turns the signal into an
  // exit code of its own.
  CHECK((WIFSIGNALED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 70)));
}

TEST_CASE("a task in a child counts, and ends when it is closed") {
  Host host("Count");
  Talk talk(host);
  FrameWriter frames;
  opening(frames, "words", "word");
  word(frames, 1, "cat");
  talk.send(frames);
  word(frames, 2, "cat");
  word(frames, 3, "dog");
  talk.send(frames);
  talk.until_done();
  CHECK(talk.output == "cat1 cat2 dog1 ");
  CHECK(talk.acks == 3);
  frames.shape(Kind::close, 0, -1, {});
  talk.send(frames);
  talk.until_done();
  CHECK(host.end() == 0);
}

TEST_CASE("batches and answers much longer than the rings get through") {
  Host host("Count");
  Talk talk(host);
  FrameWriter frames;
  opening(frames, "words", "word");
  for (std::uint64_t id = 1; id <= 20'000; ++id) {
    word(frames, id, "cat");
  }
  talk.send(frames);
  talk.until_done();
  CHECK(talk.acks == 20'000);
  CHECK(talk.output.ends_with("cat19999 cat20000 "));
}

TEST_CASE("what a task throws is reported before the child ends") {
  Host host("Faulty");
  Talk talk(host);
  FrameWriter frames;
  opening(frames, "words", "word");
  word(frames, 1, "cat");
  word(frames, 2, "boom");
  talk.send(frames);
  talk.until_done();
  CHECK(talk.output == "died: no word for this task: boom");
  CHECK(talk.acks == 1);
  CHECK(WEXITSTATUS(host.end()) == 70);
}

TEST_CASE("an unknown component is named with those that there are") {
  Host host("Cuont");
  Talk talk(host);
  talk.sent = 1;
  talk.until_done();
  CHECK(talk.output.find("has no component 'Cuont'; it has Lines, Split, Count") !=
        std::string::npos);
  CHECK(WEXITSTATUS(host.end()) == 70);
}

TEST_CASE("the child ends when nobody is there any more, whatever the task does") {
  Host host("Faulty");
  Talk talk(host);
  FrameWriter frames;
  opening(frames, "words", "word");
  talk.send(frames);
  talk.until_done();
  word(frames, 1, "hang");
  talk.send(frames);
  host.hang_up();
  CHECK(host.end() == 0);
}

TEST_CASE("an idle child ends when nobody is there any more") {
  Host host("Count");
  host.hang_up();
  CHECK(host.end() == 0);
}

TEST_CASE("a child whose ring is nonsense says so and ends") {
  std::mt19937_64 random(3); // NOLINT: the same every time
  for (int i = 0; i < 20; ++i) {
    Host host("Count");
    const std::uint64_t nonsense = random() | 1U;
    for (std::size_t at = 0; at < capacity; at += 8) {
      const std::uint64_t noise = random();
      std::memcpy(host.memory + data_at + at, &noise, sizeof noise);
    }
    const std::uint64_t tail = i % 2 == 0 ? nonsense : capacity;
    std::memcpy(host.memory + to_child_at + tail_at, &tail, sizeof tail);
    Bell(-1, host.to_child, -1).ring();
    CHECK(WEXITSTATUS(host.end()) == 76);
  }
}

} // namespace
