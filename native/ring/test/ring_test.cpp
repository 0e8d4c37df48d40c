#include <eyewall/ring/bell.hpp>
#include <eyewall/ring/ring.hpp>
#include <eyewall/ring/shared_file.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <random>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace eyewall::ring;

constexpr std::uint64_t capacity = 4096;

/// A ring in memory of this process.
struct Memory {
  alignas(128) std::array<std::uint8_t, page> control{};
  alignas(8) std::array<std::uint8_t, capacity> data{};
  [[nodiscard]] Place place() { return {control.data(), data.data(), capacity}; }
  void put(std::size_t at, std::uint64_t value) {
    std::memcpy(control.data() + at, &value, sizeof value);
  }
};

std::vector<std::uint8_t> bytes(std::size_t size, std::uint8_t first) {
  std::vector<std::uint8_t> all(size);
  for (std::size_t i = 0; i < size; ++i) {
    all[i] = static_cast<std::uint8_t>(first + i);
  }
  return all;
}

TEST_CASE("batches come out as they went in, over the end of the ring and longer than it") {
  Memory memory;
  Writer writer(memory.place());
  Reader reader(memory.place());
  std::mt19937 random(7); // NOLINT: the same every time
  for (int i = 0; i < 2000; ++i) {
    const std::size_t size = 8U * (random() % (i % 50 == 0 ? 2000U : 60U) + 1U);
    const std::vector<std::uint8_t> batch = bytes(size, static_cast<std::uint8_t>(i));
    std::vector<std::uint8_t> got;
    std::span<const std::uint8_t> left = writer.write(batch);
    for (bool whole = false; !whole;) {
      Record record;
      while (!whole && reader.next(record)) {
        got.insert(got.end(), record.bytes.begin(), record.bytes.end());
        whole = record.last;
        reader.release();
      }
      if (!left.empty()) {
        left = writer.write(left);
      }
    }
    REQUIRE(got == batch);
  }
  Record record;
  CHECK(!reader.next(record));
}

TEST_CASE("a full ring takes nothing until there is room") {
  Memory memory;
  Writer writer(memory.place());
  Reader reader(memory.place());
  const std::vector<std::uint8_t> batch = bytes(1016, 1); // four with their headers fill it
  for (int i = 0; i < 4; ++i) {
    REQUIRE(writer.write(batch).empty());
  }
  CHECK(writer.write(batch).size() == batch.size());
  CHECK(!writer.announce_wait());
  Record record;
  REQUIRE(reader.next(record));
  CHECK(reader.writer_waits());
  reader.release();
  CHECK(writer.announce_wait());
  CHECK(writer.write(batch).empty());
}

TEST_CASE("impossible indices and sizes are refused, whatever they are") {
  std::mt19937_64 random(11); // NOLINT: the same every time
  for (int i = 0; i < 20'000; ++i) {
    Memory memory;
    Writer writer(memory.place());
    Reader reader(memory.place());
    for (int k = 0; k < 3; ++k) {
      REQUIRE(writer.write(bytes(64, 1)).empty());
    }
    switch (i % 4) {
    case 0:
      memory.put(tail_at, random());
      break;
    case 1:
      memory.put(head_at, random() >> (random() % 64U));
      break;
    case 2: // sizes and kinds
      for (std::size_t at = 0; at < memory.data.size(); at += 4) {
        const auto word = static_cast<std::uint32_t>(random() >> (random() % 64U));
        std::memcpy(memory.data.data() + at, &word, sizeof word);
      }
      memory.put(tail_at, capacity);
      break;
    default: // endless padding of no bytes
      memory.put(tail_at, capacity);
      for (std::size_t at = 0; at < memory.data.size(); at += 8) {
        const std::array<std::uint32_t, 2> header{0, 3};
        std::memcpy(memory.data.data() + at, header.data(), sizeof header);
      }
      break;
    }
    try {
      Record record;
      std::size_t read = 0;
      while (reader.next(record)) {
        read += record.bytes.size(); // the sanitizers look
        reader.release();
        REQUIRE(read <= capacity);
      }
      static_cast<void>(writer.write(bytes(64, 1)));
    } catch (const CorruptRing &e) {
      CHECK(std::string(e.what()).find("ring") != std::string::npos);
    }
  }
}

/// Two threads with pipes, as two processes would.
TEST_CASE("no batch and no wake-up is lost between threads that sleep") {
  Memory memory;
  std::array<int, 2> to_reader{};
  std::array<int, 2> to_writer{};
  REQUIRE(pipe(to_reader.data()) == 0);
  REQUIRE(pipe(to_writer.data()) == 0);
  constexpr std::uint64_t batches = 50'000;
  std::uint64_t sum = 0;
  {
    const std::jthread reading([&] {
      Reader reader(memory.place());
      const Bell bell(to_reader[0], to_writer[1], -1);
      Record record;
      for (std::uint64_t seen = 0; seen < batches;) {
        if (!reader.next(record)) {
          if (!reader.announce_wait() && !bell.wait()) {
            return;
          }
          reader.awake();
          continue;
        }
        std::uint64_t first = 0;
        std::memcpy(&first, record.bytes.data(), sizeof first);
        sum += first;
        seen += record.last ? 1 : 0;
        reader.release();
        if (reader.writer_waits()) {
          bell.ring();
        }
      }
    });
    Writer writer(memory.place());
    const Bell bell(to_writer[0], to_reader[1], -1);
    for (std::uint64_t i = 0; i < batches; ++i) {
      std::array<std::uint64_t, 16> batch{};
      batch[0] = i;
      const std::size_t size = 8U * (1U + i % batch.size());
      // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): words as bytes
      std::span<const std::uint8_t> left(reinterpret_cast<std::uint8_t *>(batch.data()), size);
      while (!(left = writer.write(left)).empty()) {
        if (!writer.announce_wait()) {
          REQUIRE(bell.wait());
        }
      }
      if (writer.reader_waits()) {
        bell.ring();
      }
    }
  }
  CHECK(sum == batches * (batches - 1) / 2);
  for (const int end : {to_reader[0], to_reader[1], to_writer[0], to_writer[1]}) {
    close(end);
  }
}

TEST_CASE("who hears the other side's end wakes up") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  std::jthread other([&] { close(ends[1]); });
  wait_for_end(ends[0]);
  CHECK(!Bell(ends[0], -1, -1).wait());
  close(ends[0]);
}

TEST_CASE("a file is made whole or not at all") {
  const std::string path = "/tmp/eyewall-ring-test-" + std::to_string(getpid());
  auto made = SharedFile::create(path, capacity);
  REQUIRE(std::holds_alternative<std::unique_ptr<SharedFile>>(made));
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK(static_cast<std::uint64_t>(status.st_size) == file_size(capacity));
  CHECK(status.st_blocks > 0);
  auto again = SharedFile::create(path, capacity);
  REQUIRE(std::holds_alternative<std::string>(again));
  CHECK(std::get<std::string>(again).find(path) != std::string::npos);
  unlink(path.c_str());
  for (const std::uint64_t bad : {0ULL, 5000ULL, 1ULL << 40U}) {
    CHECK(std::holds_alternative<std::string>(SharedFile::create(path, bad)));
  }
  CHECK(stat(path.c_str(), &status) != 0);
}

} // namespace
