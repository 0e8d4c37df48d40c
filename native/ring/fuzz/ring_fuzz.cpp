// The other side's words and data, whatever they are: an end refuses them, or what it reads lies in
// the ring. Input: for each step a byte that says what it is, and its bytes.
#include <eyewall/ring/ring.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "fuzz.hpp"

namespace {

using namespace eyewall::ring;
using eyewall::fuzz::require;

constexpr std::uint64_t capacity = min_capacity;

/// Bytes from the input; zeros when it has ended.
class Input {
public:
  explicit Input(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }

  template <class T> T take() {
    T value{};
    const std::size_t size = std::min(sizeof value, rest_.size());
    std::memcpy(&value, rest_.data(), size);
    rest_ = rest_.subspan(size);
    return value;
  }

  std::span<const std::uint8_t> take_some(std::size_t size) {
    const auto some = rest_.first(std::min(size, rest_.size()));
    rest_ = rest_.subspan(some.size());
    return some;
  }

private:
  std::span<const std::uint8_t> rest_;
};

/// On the heap, so that a step beyond either end is seen.
struct Memory {
  std::unique_ptr<std::uint64_t[]> control = std::make_unique<std::uint64_t[]>(page / 8);
  std::unique_ptr<std::uint64_t[]> data = std::make_unique<std::uint64_t[]>(capacity / 8);

  [[nodiscard]] Place place() const {
    return {reinterpret_cast<std::uint8_t *>(control.get()),
            reinterpret_cast<std::uint8_t *>(data.get()), capacity};
  }
};

void read(const Memory &memory, Reader &reader) {
  Record record;
  // Of eight bytes each: more than there can be without a new tail.
  for (std::uint64_t i = 0; i <= capacity / record_header && reader.next(record); ++i) {
    require(record.bytes.data() >= memory.place().data &&
            record.bytes.data() + record.bytes.size() <= memory.place().data + capacity);
    reader.release();
  }
  require(!reader.next(record));
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  Input input({data, size});
  const Memory in;
  const Memory out;
  Reader reader(in.place());
  Writer writer(out.place());
  const Control read_by(in.place().control);
  const Control written_by(out.place().control);
  std::uint8_t batch[2 * capacity] = {};
  try {
    while (!input.empty()) {
      switch (input.take<std::uint8_t>() % 5) {
      case 0: {
        const std::size_t at = input.take<std::uint16_t>() % capacity;
        const auto some = input.take_some(std::min<std::size_t>(64, capacity - at));
        std::memcpy(in.place().data + at, some.data(), some.size());
        break;
      }
      case 1:
        read_by.tail().store(input.take<std::uint64_t>());
        read(in, reader);
        break;
      case 2:
        read_by.tail().fetch_add(input.take<std::uint16_t>());
        read(in, reader);
        break;
      case 3:
        written_by.head().store(input.take<std::uint64_t>());
        break;
      default: {
        const std::size_t wanted = std::size_t{8} * (input.take<std::uint16_t>() % (capacity / 4));
        require(writer.write({batch, wanted}).size() <= wanted);
        break;
      }
      }
    }
  } catch (const CorruptRing &) {
    return 0;
  }
  return 0;
}
