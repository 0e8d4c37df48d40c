// A worker as a whole, with sockets: a peer that sends, one that receives, in Storm's protocol.
#include "worker.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include <doctest/doctest.h>
#include <eyewall/kryo/kryo.hpp>
#include <eyewall/wire/frame_reader.hpp>
#include <eyewall/wire/messages.hpp>
#include <eyewall/wire/socket.hpp>

using namespace eyewall::worker;
using eyewall::kryo::Status;
using eyewall::kryo::Writer;
using eyewall::wire::Frame;
using eyewall::wire::FrameKind;
using eyewall::wire::FrameReader;
using eyewall::wire::IoStatus;
using eyewall::wire::Socket;

namespace {

std::uint16_t free_port() { return Socket::listen(0).port(); }

/// Reads the next frame of a kind; others are passed over.
bool read_frame(Socket &socket, FrameReader &reader, FrameKind kind, Frame &frame) {
  for (;;) {
    bool complete = true;
    while (complete) {
      REQUIRE(reader.next(frame, complete) == Status::ok);
      if (complete && frame.kind == kind) {
        return true;
      }
    }
    std::size_t size = 0;
    if (socket.receive(reader.room(4096), size) != IoStatus::ok) {
      return false;
    }
    reader.received(size);
  }
}

void send_tuple(Socket &socket, std::int64_t number) {
  std::vector<std::uint8_t> bytes(256);
  Writer writer(bytes);
  REQUIRE(eyewall::wire::write_task_message_with(writer, 2, [&](Writer &to) {
            const Status status = eyewall::kryo::write_tuple_header(to, 4, 2);
            return status == Status::ok ? eyewall::kryo::write_values(to, number) : status;
          }) == Status::ok);
  REQUIRE(eyewall::wire::write_end_of_batch(writer) == Status::ok);
  REQUIRE(socket.send_all(writer.written()) == IoStatus::ok);
}

std::int64_t number_of(const Frame &frame) {
  eyewall::kryo::Reader reader(frame.payload);
  eyewall::kryo::TupleHeader header;
  std::int64_t number = 0;
  REQUIRE(eyewall::kryo::read_tuple_header(reader, header) == Status::ok);
  REQUIRE(eyewall::kryo::read_values(reader, number) == Status::ok);
  return number;
}

/// A worker with task 2, "echo", in a thread.
class Running {
public:
  explicit Running(std::uint16_t port) {
    REQUIRE(pipe(to_) == 0);
    fcntl(to_[0], F_SETFL, O_NONBLOCK);
    thread_ = std::thread([this] {
      Worker worker(to_[0], [this](const std::string &lines) {
        const std::lock_guard lock(mutex_);
        said_ += lines;
        changed_.notify_all();
      });
      worker.run();
    });
    tell("port\t" + std::to_string(port) +
         "\nworker\tw\nacking\t1\nloads\t1\ntask\t2\techo\ntask\t4\tlines\ntask\t5\tsink\n"
         "stream\techo\t1\tdefault\tvalue\nstream\tlines\t2\tdefault\tline\n"
         "own\t2\tbolt\t0\t0\t" WORDCOUNT "\tEcho\noutput\t2\tdefault\n"
         "target\techo\tdefault\tshuffle\t5\t\ngo\n");
  }
  Running(const Running &) = delete;
  Running &operator=(const Running &) = delete;
  Running(Running &&) = delete;
  Running &operator=(Running &&) = delete;
  ~Running() {
    close(to_[1]); // whoever started it has gone
    thread_.join();
    close(to_[0]);
  }

  void tell(const std::string &lines) {
    REQUIRE(write(to_[1], lines.data(), lines.size()) == static_cast<ssize_t>(lines.size()));
  }

  void await(const std::string &text) {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, std::chrono::seconds(30),
                              [&] { return said_.find(text) != std::string::npos; }));
  }

  bool has_said(const std::string &text) {
    const std::lock_guard lock(mutex_);
    return said_.find(text) != std::string::npos;
  }

  /// Sums up a word of all lines that begin so.
  std::int64_t sum(const std::string &begin, std::size_t word) {
    const std::lock_guard lock(mutex_);
    return sum_now(begin, word);
  }

  void await_sum(const std::string &begin, std::size_t word, std::int64_t wanted) {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, std::chrono::seconds(30),
                              [&] { return sum_now(begin, word) >= wanted; }));
  }

private:
  [[nodiscard]] std::int64_t sum_now(const std::string &begin, std::size_t word) const {
    std::int64_t sum = 0;
    for (std::size_t at = said_.find(begin); at != std::string::npos;
         at = said_.find(begin, at + 1)) {
      const std::string line = said_.substr(at, said_.find('\n', at) - at);
      sum += std::stoll(words_of(line).at(word));
    }
    return sum;
  }

  int to_[2] = {-1, -1};
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string said_;
  std::thread thread_;
};

Socket connect(std::uint16_t port) {
  Socket socket;
  for (int i = 0; i < 3000 && !socket.is_open(); ++i) {
    socket = Socket::connect("127.0.0.1", port, 1000);
    if (!socket.is_open()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  REQUIRE(socket.is_open());
  return socket;
}

TEST_CASE("a worker opens no task before it knows whom it is to be connected with") {
  const std::uint16_t port = free_port();
  Running worker(port);
  Socket client = connect(port);
  FrameReader reader;
  Frame frame;
  REQUIRE(read_frame(client, reader, FrameKind::back_pressure, frame)); // its loop has run
  CHECK(!worker.has_said("ready"));
  worker.tell("placed\n");
  worker.await("ready");
}

} // namespace

TEST_CASE("tuples go through a worker, and go on when a receiver has come back elsewhere") {
  const std::uint16_t port = free_port();
  Running worker(port);
  Socket listening = Socket::listen(0);
  worker.tell("place\t127.0.0.1\t" + std::to_string(listening.port()) + "\t5\nplaced\n");
  Socket receiver = listening.accept();
  worker.await("ready");

  Socket sender = connect(port);
  FrameReader said;
  Frame frame;
  REQUIRE(read_frame(sender, said, FrameKind::back_pressure, frame)); // first of all
  eyewall::wire::BackPressureStatus status;
  REQUIRE(eyewall::wire::read_back_pressure(frame.payload, status) == Status::ok);
  CHECK(status.worker_id == "w");
  CHECK(status.waiting_tasks.empty());

  FrameReader received;
  for (std::int64_t i = 0; i < 100; ++i) {
    send_tuple(sender, i);
  }
  for (std::int64_t i = 0; i < 100; ++i) {
    REQUIRE(read_frame(receiver, received, FrameKind::task_message, frame));
    CHECK(frame.task == 5);
    CHECK(number_of(frame) == i);
  }
  REQUIRE(read_frame(sender, said, FrameKind::load_metrics, frame));
  // What it says of task 2: each number takes 13 bytes, and those from 64 on one more.
  worker.await_sum("sent\t2\t5\t", 3, 100);
  CHECK(worker.sum("sent\t2\t5\t", 4) == 100 * 13 + 36);
  CHECK(worker.sum("used\t2\t", 2) > 0);

  // The receiver ends, and another one takes its tasks.
  receiver = {};
  Socket elsewhere = Socket::listen(0);
  worker.tell("place\t127.0.0.1\t" + std::to_string(elsewhere.port()) + "\t5\nplaced\n");
  receiver = elsewhere.accept();
  received = FrameReader();
  // It may take a moment until the worker has seen that it is connected: what is sent before is
  // lost.
  std::atomic<bool> arrived{false};
  std::thread again([&] {
    for (std::int64_t i = 1000; !arrived.load(); ++i) {
      send_tuple(sender, i);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  CHECK(read_frame(receiver, received, FrameKind::task_message, frame));
  arrived.store(true);
  again.join();
  CHECK(number_of(frame) >= 1000);
}

TEST_CASE(
    "a receiver that waits holds a bolt back, whose senders are told; all arrives in the end") {
  const std::uint16_t port = free_port();
  Running worker(port);
  Socket listening = Socket::listen(0);
  worker.tell("place\t127.0.0.1\t" + std::to_string(listening.port()) + "\t5\nplaced\n");
  Socket receiver = listening.accept();
  worker.await("ready");
  Socket sender = connect(port);

  std::vector<std::uint8_t> bytes(1024);
  Writer waits(bytes);
  REQUIRE(eyewall::wire::write_back_pressure(waits, {{5}, 1, {}, "receiver"}) == Status::ok);
  REQUIRE(receiver.send_all(waits.written()) == IoStatus::ok);

  constexpr std::int64_t tuples = 120'000; // 11 to 13 bytes each: more than a queue takes
  std::atomic<bool> held{false};
  std::thread listener([&] {
    FrameReader said;
    Frame frame;
    eyewall::wire::BackPressureStatus status;
    while (!held.load() && read_frame(sender, said, FrameKind::back_pressure, frame)) {
      REQUIRE(eyewall::wire::read_back_pressure(frame.payload, status) == Status::ok);
      held.store(status.waiting_tasks == std::vector<std::int32_t>{2});
    }
  });
  for (std::int64_t i = 0; i < tuples; ++i) {
    send_tuple(sender, i);
  }
  listener.join();
  CHECK(held.load());

  Writer goes_on(bytes);
  REQUIRE(eyewall::wire::write_back_pressure(goes_on, {{}, 2, {5}, "receiver"}) == Status::ok);
  REQUIRE(receiver.send_all(goes_on.written()) == IoStatus::ok);
  FrameReader received;
  Frame frame;
  std::int64_t in_order = 0;
  while (in_order < tuples && read_frame(receiver, received, FrameKind::task_message, frame) &&
         number_of(frame) == in_order) {
    ++in_order;
  }
  CHECK(in_order == tuples);
}

TEST_CASE("who is no peer is hung up on, and nobody else notices") {
  const std::uint16_t port = free_port();
  Running worker(port);
  worker.tell("placed\n");
  worker.await("ready");
  Socket hostile = connect(port);
  const std::uint8_t huge[] = {0, 2, 0x7f, 0xff, 0xff, 0xff};
  REQUIRE(hostile.send_all(huge) == IoStatus::ok);
  FrameReader said;
  Frame frame;
  CHECK_FALSE(read_frame(hostile, said, FrameKind::task_message, frame)); // the end
  Socket other = connect(port);
  FrameReader heard;
  CHECK(read_frame(other, heard, FrameKind::load_metrics, frame));
}

TEST_CASE("a plan that is none is refused by name") {
  PlanReader reader;
  CHECK_THROWS_WITH(reader.add("fly\tme\n"), "unknown line 'fly' in a worker's plan");
  CHECK_THROWS(reader.add("port\t70000\n"));
  CHECK_THROWS(reader.add("own\t2\n"));
  PlanReader complete;
  complete.add("port\t1\ngo\n");
  CHECK_THROWS(complete.add("port\t2\n"));
  CHECK(words_of("a\t\\t\\n\\\\\t") == std::vector<std::string>{"a", "\t\n\\", ""});
  CHECK(line_of({"a", "\t\n\\", ""}) == "a\t\\t\\n\\\\\t\n");
}
