// How fast tuples go from one process to another on this machine: over a ring, a Unix socket, TCP.
//
//   transport-bench SECONDS               a table: tuples of 1, 16 and 100 bytes, in batches
//   transport-bench FILE CAPACITY BYTES   what a JVM writes to: a child that counts tuples
//
// Tuples are written one by one into a batch, which is sent whole; the receiver looks at each.
#include <eyewall/ring/bell.hpp>
#include <eyewall/ring/ring.hpp>
#include <eyewall/ring/shared_file.hpp>

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <netinet/tcp.h>
#include <numeric>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace {

using namespace eyewall::ring;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t capacity = std::uint64_t{1} << 20U;
constexpr int looks = 2000;

[[noreturn]] void give_up(const std::string &why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1); // NOLINT(concurrency-mt-unsafe): the only thread
}

[[noreturn]] void fail(const char *what) {
  give_up(std::string(what) + ": " + std::system_category().message(errno));
}

/// Tuples of one size: written one by one, and looked at one by one.
template <std::size_t Size> struct Tuples {
  static void fill(std::uint8_t *to, std::size_t bytes, std::uint8_t first) {
    std::array<std::uint8_t, Size> tuple{};
    for (std::size_t at = 0; at + Size <= bytes; at += Size) {
      tuple[0] = first++;
      std::memcpy(to + at, tuple.data(), Size);
    }
  }
  static std::uint64_t sum(const std::uint8_t *from, std::size_t bytes) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at + Size <= bytes; at += Size) {
      sum += from[at];
    }
    return sum;
  }
};

struct Kind {
  std::size_t size;
  void (*fill)(std::uint8_t *, std::size_t, std::uint8_t);
  std::uint64_t (*sum)(const std::uint8_t *, std::size_t);
};

template <std::size_t Size> constexpr Kind kind{Size, Tuples<Size>::fill, Tuples<Size>::sum};

struct Total {
  std::uint64_t bytes = 0;
  std::uint64_t sum = 0;
};

Total read_ring(const Place &place, const Bell &bell, const Kind &of) {
  Reader reader(place);
  Record record;
  Total total;
  for (;;) {
    bool found = reader.next(record);
    for (int i = 0; i < looks && !found; ++i) {
      found = reader.next(record);
    }
    if (!found) {
      const bool alive = reader.announce_wait() || bell.wait();
      reader.awake();
      if (!alive && !reader.next(record)) {
        return total;
      }
      continue;
    }
    total.bytes += record.bytes.size();
    total.sum += of.sum(record.bytes.data(), record.bytes.size());
    reader.release();
    if (reader.writer_waits()) {
      bell.ring();
    }
  }
}

void write_ring(Writer &writer, const Bell &bell, std::span<const std::uint8_t> batch) {
  for (int tries = 0; !(batch = writer.write(batch)).empty(); ++tries) {
    if (writer.reader_waits()) {
      bell.ring();
    }
    if (tries >= looks && !writer.announce_wait() && !bell.wait()) {
      fail("the reader has gone");
    }
  }
  if (writer.reader_waits()) {
    bell.ring();
  }
}

Total read_socket(int from, const Kind &of) {
  std::vector<std::uint8_t> bytes(std::size_t{1} << 18U);
  Total total;
  std::size_t rest = 0;
  for (;;) {
    const ssize_t got = read(from, bytes.data() + rest, bytes.size() - rest);
    if (got <= 0) {
      return total;
    }
    const std::size_t there = rest + static_cast<std::size_t>(got);
    rest = there % of.size;
    total.bytes += there - rest;
    total.sum += of.sum(bytes.data(), there - rest);
    std::memmove(bytes.data(), bytes.data() + there - rest, rest);
  }
}

void write_socket(int to, std::span<const std::uint8_t> batch) {
  while (!batch.empty()) {
    const ssize_t sent = write(to, batch.data(), batch.size());
    if (sent <= 0) {
      fail("write");
    }
    batch = batch.subspan(static_cast<std::size_t>(sent));
  }
}

std::array<int, 2> tcp_pair() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto *name = reinterpret_cast<sockaddr *>(&address); // NOLINT: sockets
  const int one = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, name, length) != 0 || listen(listener, 1) != 0 ||
      getsockname(listener, name, &length) != 0 || connect(one, name, length) != 0) {
    fail("tcp");
  }
  const int other = accept(listener, nullptr, nullptr);
  close(listener);
  const int yes = 1;
  setsockopt(one, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return {one, other};
}

enum class Way : std::uint8_t { ring, unix_socket, tcp };

/// Tuples per second from this process to a child.
double rate(Way way, const Kind &of, std::size_t batch_bytes, double seconds) {
  std::array<int, 2> to{};
  std::array<int, 2> from{};
  std::array<int, 2> sockets{};
  if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0) {
    fail("pipe");
  }
  std::unique_ptr<SharedFile> file;
  if (way == Way::ring) {
    const std::string path = "/dev/shm/eyewall-ring-bench-" + std::to_string(getpid());
    auto made = SharedFile::create(path, capacity);
    if (const auto *why = std::get_if<std::string>(&made)) {
      give_up(*why);
    }
    file = std::move(std::get<std::unique_ptr<SharedFile>>(made));
    unlink(path.c_str());
  } else if (way == Way::tcp) {
    sockets = tcp_pair();
  } else if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()) != 0) {
    fail("socketpair");
  }
  const pid_t child = fork();
  if (child == 0) {
    close(to[1]);
    close(sockets[0]);
    const Total total = way == Way::ring ? read_ring(file->to_child(), Bell(to[0], from[1], -1), of)
                                         : read_socket(sockets[1], of);
    _exit(write(from[1], &total, sizeof total) == sizeof total ? 0 : 1);
  }
  close(to[0]);
  close(from[1]);
  const Bell bell(from[0], to[1], -1);
  std::vector<std::uint8_t> batch(batch_bytes);
  Total sent;
  const auto begin = Clock::now();
  const auto end = begin + std::chrono::duration<double>(seconds);
  {
    std::unique_ptr<Writer> writer;
    if (way == Way::ring) {
      writer = std::make_unique<Writer>(file->to_child());
    } else {
      close(sockets[1]);
    }
    for (std::uint64_t i = 0; i % 64 != 0 || Clock::now() < end; ++i) {
      of.fill(batch.data(), batch.size(), static_cast<std::uint8_t>(i));
      if (writer) {
        write_ring(*writer, bell, batch);
      } else {
        write_socket(sockets[0], batch);
      }
      sent.bytes += batch.size();
    }
  }
  close(to[1]);
  if (way != Way::ring) {
    close(sockets[0]);
  }
  Total got;
  std::array<std::uint8_t, 4096> told{};
  std::vector<std::uint8_t> all;
  for (ssize_t n = 0; (n = read(from[0], told.data(), told.size())) > 0;) {
    all.insert(all.end(), told.begin(), told.begin() + n); // bells, then the total
  }
  waitpid(child, nullptr, 0);
  close(from[0]);
  if (all.size() >= sizeof got) {
    std::memcpy(&got, all.data() + all.size() - sizeof got, sizeof got);
  }
  const double taken = std::chrono::duration<double>(Clock::now() - begin).count();
  if (got.bytes != sent.bytes) {
    give_up("sent " + std::to_string(sent.bytes) + " bytes, " + std::to_string(got.bytes) +
            " arrived");
  }
  return static_cast<double>(got.bytes) / static_cast<double>(of.size) / taken;
}

void table(double seconds) {
  constexpr std::array kinds{kind<1>, kind<16>, kind<100>};
  std::printf("%-6s %-10s %16s %16s %16s\n", "bytes", "batch", "ring", "Unix socket", "TCP");
  for (const Kind &of : kinds) {
    for (const std::size_t most : {of.size, std::size_t{4096}, std::size_t{65536}}) {
      // Whole tuples, and a multiple of 8, as records of a ring are.
      const std::size_t least = std::max(std::size_t{8}, std::lcm(of.size, std::size_t{8}));
      const std::size_t batch = std::max(least, most / least * least);
      std::printf("%-6zu %-10zu", of.size, batch);
      for (const Way way : {Way::ring, Way::unix_socket, Way::tcp}) {
        const double tuples = rate(way, of, batch, seconds);
        std::printf(" %6.1f M %5.2f Gib", tuples / 1e6,
                    tuples * static_cast<double>(of.size) * 8 / (1 << 30));
      }
      std::printf("\n");
    }
  }
}

int receive(const char *path, std::uint64_t ring_capacity, std::size_t tuple) {
  auto made = SharedFile::create(path, ring_capacity);
  if (const auto *why = std::get_if<std::string>(&made)) {
    std::fprintf(stderr, "%s\n", why->c_str());
    return 1;
  }
  const auto &file = std::get<std::unique_ptr<SharedFile>>(made);
  const Bell bell(0, 1, -1);
  bell.ring();
  const Kind &of = tuple == 1 ? kind<1> : tuple == 16 ? kind<16> : kind<100>;
  const Total total = read_ring(file->to_child(), bell, of);
  std::fprintf(stderr, "%llu\n", static_cast<unsigned long long>(total.bytes / of.size));
  return 0;
}

} // namespace

int main(int count, char **arguments) {
  try {
    if (count == 4) {
      return receive(arguments[1], std::strtoull(arguments[2], nullptr, 10),
                     std::strtoull(arguments[3], nullptr, 10));
    }
    const double seconds = count == 2 ? std::strtod(arguments[1], nullptr) : 0;
    if (seconds <= 0) {
      std::fprintf(stderr, "usage: transport-bench SECONDS | FILE CAPACITY BYTES\n");
      return 64;
    }
    table(seconds);
    return 0;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "transport-bench: %s\n", e.what());
    return 1;
  }
}
