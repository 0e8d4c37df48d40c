// How long is one value encoded, and decoded again? The values and names are those of
// io.eyewall.benchmarks.codec.CodecBenchmark; benchmarks/native-codec shows both beside each other.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <eyewall/kryo/kryo.hpp>

namespace {

using namespace eyewall::kryo;

constexpr std::array<std::string_view, 8> words{"nathan",  "storm", "golda", "bertels",
                                                "jackson", "mike",  "the",   "moon"};

std::string_view word(std::size_t i) { return words[i % words.size()]; }

std::int64_t number(std::size_t i) { return static_cast<std::int64_t>(i % 1024) * 37; }

/// One iteration is one value written and read again.
template <class Write, class Read>
void round_trip(benchmark::State &state, const Write &write, const Read &read) {
  std::array<std::uint8_t, 4096> buffer{};
  Writer writer(buffer);
  std::size_t i = 0;
  for (auto step : state) {
    static_cast<void>(step);
    writer.clear();
    Status status = write(writer, i);
    benchmark::ClobberMemory();
    Reader reader(writer.written());
    if (status == Status::ok) {
      status = read(reader);
    }
    if (status != Status::ok) {
      state.SkipWithError(describe(status).data());
      return;
    }
    ++i;
  }
}

template <class T> void object(benchmark::State &state, const std::vector<T> &values) {
  T read{};
  round_trip(
      state,
      [&](Writer &writer, std::size_t i) {
        return write_object(writer, values[i % values.size()]);
      },
      [&](Reader &reader) {
        const Status status = read_object(reader, read);
        benchmark::DoNotOptimize(read);
        return status;
      });
}

void ints(benchmark::State &state) {
  object(state, std::vector<std::int32_t>{1, 300, -5, 1 << 20, 77, 40000, -1, 12});
}
BENCHMARK(ints)->Name("int");

void longs(benchmark::State &state) {
  object(state, std::vector<std::int64_t>{1, 300, -5, 1LL << 40, 77, 40000, -1, 12});
}
BENCHMARK(longs)->Name("long");

void doubles(benchmark::State &state) { object(state, std::vector<double>{1.5, 2.5, -3.25}); }
BENCHMARK(doubles)->Name("double");

void texts(benchmark::State &state) {
  object(state, std::vector<std::string>(words.begin(), words.end()));
}
BENCHMARK(texts)->Name("word");

void texts_view(benchmark::State &state) {
  Text read;
  round_trip(
      state, [](Writer &writer, std::size_t i) { return write_object(writer, word(i)); },
      [&](Reader &reader) {
        const Status status = read_object(reader, read);
        benchmark::DoNotOptimize(read);
        return status;
      });
}
BENCHMARK(texts_view)->Name("word-view");

void long_text(benchmark::State &state) {
  object(state, std::vector<std::string>{std::string(100, 'x'), std::string(100, 'y')});
}
BENCHMARK(long_text)->Name("string-100");

void byte_array(benchmark::State &state) {
  object(state, std::vector<Bytes>{Bytes(100, 1), Bytes(100, 2)});
}
BENCHMARK(byte_array)->Name("bytes-100");

void word_count(benchmark::State &state) {
  Text text;
  std::int64_t count = 0;
  round_trip(
      state, [](Writer &writer, std::size_t i) { return write_values(writer, word(i), number(i)); },
      [&](Reader &reader) {
        const Status status = read_values(reader, text, count);
        benchmark::DoNotOptimize(text);
        benchmark::DoNotOptimize(count);
        return status;
      });
}
BENCHMARK(word_count)->Name("word-count");

void word_count_string(benchmark::State &state) {
  std::string text;
  std::int64_t count = 0;
  round_trip(
      state, [](Writer &writer, std::size_t i) { return write_values(writer, word(i), number(i)); },
      [&](Reader &reader) {
        const Status status = read_values(reader, text, count);
        benchmark::DoNotOptimize(text);
        benchmark::DoNotOptimize(count);
        return status;
      });
}
BENCHMARK(word_count_string)->Name("word-count-string");

void word_count_dynamic(benchmark::State &state) {
  const std::vector<Value> values{std::string(word(0)), number(5)};
  std::vector<Value> read;
  round_trip(
      state, [&](Writer &writer, std::size_t) { return write_dynamic_values(writer, values); },
      [&](Reader &reader) {
        const Status status = read_dynamic_values(reader, read);
        benchmark::DoNotOptimize(read);
        return status;
      });
}
BENCHMARK(word_count_dynamic)->Name("word-count-dynamic");

/// A whole payload, as it goes from worker to worker.
void tuple(benchmark::State &state, std::size_t anchors) {
  const std::array<Anchor, 1> anchor{Anchor{1234567, 7654321}};
  Text text;
  std::int64_t count = 0;
  round_trip(
      state,
      [&](Writer &writer, std::size_t i) {
        EYEWALL_KRYO_TRY(write_tuple_header(writer, 1, 1, std::span(anchor).first(anchors)));
        return write_values(writer, word(i), number(i));
      },
      [&](Reader &reader) {
        TupleHeader header;
        EYEWALL_KRYO_TRY(read_tuple_header(reader, header));
        const Status status = read_values(reader, text, count);
        benchmark::DoNotOptimize(header);
        benchmark::DoNotOptimize(text);
        benchmark::DoNotOptimize(count);
        return status;
      });
}
BENCHMARK_CAPTURE(tuple, unanchored, 0)->Name("tuple");
BENCHMARK_CAPTURE(tuple, anchored, 1)->Name("tuple-anchored");

/// As it is in use: a batch is written, and read later by another. Nothing waits for bytes just
/// written; the time is that of all 64 tuples.
void batch(benchmark::State &state, std::size_t anchors) {
  constexpr std::size_t tuples = 64;
  const std::array<Anchor, 1> anchor{Anchor{1234567, 7654321}};
  std::array<std::uint8_t, 64 * tuples> buffer{};
  std::array<std::size_t, tuples + 1> ends{};
  Text text;
  std::int64_t count = 0;
  std::size_t i = 0;
  for (auto step : state) {
    static_cast<void>(step);
    Writer writer(buffer);
    Status status = Status::ok;
    for (std::size_t n = 0; n < tuples && status == Status::ok; ++n, ++i) {
      status = write_tuple_header(writer, 1, 1, std::span(anchor).first(anchors));
      if (status == Status::ok) {
        status = write_values(writer, word(i), number(i));
      }
      ends[n + 1] = writer.size();
    }
    benchmark::ClobberMemory();
    for (std::size_t n = 0; n < tuples && status == Status::ok; ++n) {
      const std::span<const std::uint8_t> all(buffer);
      Reader reader(all.subspan(ends[n], ends[n + 1] - ends[n]));
      TupleHeader header;
      status = read_tuple_header(reader, header);
      if (status == Status::ok) {
        status = read_values(reader, text, count);
      }
      benchmark::DoNotOptimize(header);
      benchmark::DoNotOptimize(text);
      benchmark::DoNotOptimize(count);
    }
    if (status != Status::ok) {
      state.SkipWithError(describe(status).data());
      return;
    }
  }
}
BENCHMARK_CAPTURE(batch, unanchored, 0)->Name("64-tuples");
BENCHMARK_CAPTURE(batch, anchored, 1)->Name("64-tuples-anchored");

} // namespace
