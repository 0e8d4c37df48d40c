// A peer of Storm's workers for tests: sends (word, count) tuples to a worker's port, or receives
// them at one of its own, and prints how many they were, and a sum over them.
//
//   storm-peer send HOST PORT TASK COUNT
//   storm-peer receive COUNT                  prints its port first
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <eyewall/kryo/kryo.hpp>
#include <eyewall/wire/frame_reader.hpp>
#include <eyewall/wire/messages.hpp>
#include <eyewall/wire/socket.hpp>

namespace {

using namespace eyewall;
using kryo::Status;

constexpr int connect_timeout_ms = 10000;
constexpr std::size_t read_size = 65536;
constexpr std::uint32_t source_task = 2;
constexpr std::uint32_t stream_id = 1;

/// The same sum as in StormWireIT: order, words, counts and anchors all change it.
class Sum {
public:
  void add(std::string_view word, std::int64_t count, std::int64_t root) noexcept {
    std::uint64_t hash = 0;
    for (const char c : word) {
      hash = hash * 31 + static_cast<std::uint8_t>(c);
    }
    sum_ =
        sum_ * 31 + (hash ^ static_cast<std::uint64_t>(count) ^ static_cast<std::uint64_t>(root));
    ++tuples_;
  }

  [[nodiscard]] std::uint64_t tuples() const noexcept { return tuples_; }

  void print() const {
    std::printf("%llu %016llx\n", static_cast<unsigned long long>(tuples_),
                static_cast<unsigned long long>(sum_));
    std::fflush(stdout);
  }

private:
  std::uint64_t sum_ = 0;
  std::uint64_t tuples_ = 0;
};

int fail(const char *what, std::string_view why) {
  std::fprintf(stderr, "storm-peer: %s: %.*s\n", what, static_cast<int>(why.size()), why.data());
  return 1;
}

bool parse(std::string_view text, std::uint64_t &number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

Status write_tuple(kryo::Writer &writer, std::uint16_t task, const std::string &word,
                   std::int64_t count) {
  const kryo::Anchor anchor{count * 7, count};
  return wire::write_task_message_with(writer, task, [&](kryo::Writer &to) {
    EYEWALL_KRYO_TRY(
        kryo::write_tuple_header(to, source_task, stream_id,
                                 std::span<const kryo::Anchor>(&anchor, count % 3 == 0 ? 1U : 0U)));
    return kryo::write_values(to, word, count);
  });
}

Status read_tuple(std::span<const std::uint8_t> payload, Sum &sum) {
  kryo::Reader reader(payload);
  kryo::TupleHeader header;
  EYEWALL_KRYO_TRY(kryo::read_tuple_header(reader, header));
  std::string word;
  std::int64_t count = 0;
  EYEWALL_KRYO_TRY(kryo::read_values(reader, word, count));
  EYEWALL_KRYO_TRY(reader.expect_end());
  sum.add(word, count, header.anchors.empty() ? 0 : header.anchors[0].root_id);
  return Status::ok;
}

int send_tuples(const std::string &host, std::uint16_t port, std::uint16_t task,
                std::uint64_t count) {
  wire::Socket socket = wire::Socket::connect(host, port, connect_timeout_ms);
  if (!socket.is_open()) {
    return fail("connect", std::generic_category().message(socket.error()));
  }
  std::vector<std::uint8_t> buffer(wire::storm_batch_bytes);
  const std::span<std::uint8_t> room(buffer);
  kryo::Writer writer{room.first(room.size() - 2)}; // the end of the batch has its place
  const auto flush = [&] {
    kryo::Writer end{room.subspan(writer.size())};
    static_cast<void>(wire::write_end_of_batch(end));
    const auto status = socket.send_all(room.first(writer.size() + end.size()));
    writer.clear();
    return status == wire::IoStatus::ok;
  };
  Sum sum;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string word = "word-" + std::to_string(i % 1000);
    const auto number = static_cast<std::int64_t>(i);
    Status status = write_tuple(writer, task, word, number);
    if (status == Status::no_space) {
      if (!flush()) {
        return fail("send", std::generic_category().message(socket.error()));
      }
      status = write_tuple(writer, task, word, number);
    }
    if (status != Status::ok) {
      return fail("write", kryo::describe(status));
    }
    sum.add(word, number, i % 3 == 0 ? number * 7 : 0);
  }
  if (!flush()) {
    return fail("send", std::generic_category().message(socket.error()));
  }
  sum.print();
  // The server says what its tasks can't take; it ends the connection when it has all.
  std::size_t size = 0;
  while (socket.receive(buffer, size) == wire::IoStatus::ok) {
  }
  return 0;
}

/// What a worker's server says first, and what its clients' groupings then look at.
bool greet(wire::Socket &connection) {
  std::vector<std::uint8_t> buffer(1024);
  kryo::Writer writer(buffer);
  const Status status = kryo::detail::in_turn(
      [&] {
        return wire::write_back_pressure(writer, {{1}, 1, {}, "storm-peer"});
      },
      [&] {
        return wire::write_load_metrics(writer, {{1, 0.75}, {3, 0.25}});
      });
  return status == Status::ok && connection.send_all(writer.written()) == wire::IoStatus::ok;
}

int receive_tuples(std::uint64_t count) {
  const wire::Socket server = wire::Socket::listen(0);
  if (!server.is_open()) {
    return fail("listen", std::generic_category().message(server.error()));
  }
  std::printf("%u\n", static_cast<unsigned>(server.port()));
  std::fflush(stdout);
  wire::Socket connection = server.accept();
  if (!connection.is_open() || !greet(connection)) {
    return fail("accept", std::generic_category().message(connection.error()));
  }
  wire::FrameReader reader;
  Sum sum;
  std::size_t size = 0;
  while (sum.tuples() < count &&
         connection.receive(reader.room(read_size), size) == wire::IoStatus::ok) {
    reader.received(size);
    wire::Frame frame;
    bool complete = true;
    while (complete) {
      Status status = reader.next(frame, complete);
      if (status == Status::ok && complete && frame.kind == wire::FrameKind::task_message) {
        status = read_tuple(frame.payload, sum);
      }
      if (status != Status::ok) {
        return fail("read", kryo::describe(status));
      }
    }
  }
  sum.print();
  return 0;
}

} // namespace

int main(int count, char **arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  std::uint64_t port = 0;
  std::uint64_t task = 0;
  std::uint64_t tuples = 0;
  if (words.size() == 5 && words[0] == "send" && parse(words[2], port) && port <= 65535 &&
      parse(words[3], task) && task <= wire::max_task && parse(words[4], tuples)) {
    return send_tuples(words[1], static_cast<std::uint16_t>(port), static_cast<std::uint16_t>(task),
                       tuples);
  }
  if (words.size() == 2 && words[0] == "receive" && parse(words[1], tuples)) {
    return receive_tuples(tuples);
  }
  std::fputs("usage: storm-peer send HOST PORT TASK COUNT | storm-peer receive COUNT\n", stderr);
  return 2;
}
