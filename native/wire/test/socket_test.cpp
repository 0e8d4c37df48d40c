#include <cerrno>
#include <cstdint>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <eyewall/kryo/writer.hpp>
#include <eyewall/wire/frame_reader.hpp>
#include <eyewall/wire/socket.hpp>

using namespace eyewall::wire;

namespace {

constexpr int timeout_ms = 10000;

} // namespace

TEST_CASE("a batch goes through a socket") {
  const Socket server = Socket::listen(0);
  REQUIRE(server.is_open());
  std::thread sender([port = server.port()] {
    Socket socket = Socket::connect("127.0.0.1", port, timeout_ms);
    std::vector<std::uint8_t> buffer(storm_batch_bytes);
    eyewall::kryo::Writer writer(buffer);
    const std::vector<std::uint8_t> payload(100, 7);
    while (write_task_message(writer, 3, payload) == Status::ok) {
    }
    static_cast<void>(socket.send_all(writer.written()));
  });
  Socket connection = server.accept();
  REQUIRE(connection.is_open());
  FrameReader reader;
  std::size_t messages = 0;
  IoStatus status = IoStatus::ok;
  while (status == IoStatus::ok) {
    const auto room = reader.room(4096);
    std::size_t size = 0;
    status = connection.receive(room, size);
    reader.received(size);
    Frame frame;
    bool complete = false;
    while (reader.next(frame, complete) == Status::ok && complete) {
      ++messages;
    }
  }
  sender.join();
  CHECK(status == IoStatus::closed);
  CHECK(messages == storm_batch_bytes / 106);
}

TEST_CASE("nobody there is an error with its reason") {
  std::uint16_t port = 0;
  {
    const Socket server = Socket::listen(0);
    port = server.port();
  }
  const Socket socket = Socket::connect("127.0.0.1", port, timeout_ms);
  CHECK_FALSE(socket.is_open());
  CHECK(socket.error() == ECONNREFUSED);
}
