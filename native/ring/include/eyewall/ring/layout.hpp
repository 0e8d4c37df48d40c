// The layout of a file that two processes map: a ring to the child, and a ring from the child. Each
// ring has one writer and one reader, and carries batches (for tasks: of frames).
//
//   offset      0  u64 magic          8  u32 version    16  u64 capacity of each ring in bytes
//            4096  the control page of the ring to the child
//            8192  the control page of the ring from the child
//           12288  the data of the ring to the child, then of the ring from the child
// A control page; words written by different sides lie in different cache lines:
//
//   offset      0  u64 tail: bytes ever written        writer
//             128  u64 head: bytes ever read           reader
//             256  u32 reader waits: 0 no, 1 wake it once, 2 wake it for every batch
//             384  u32 writer waits: 0 no, 1 wake it once

// The data, at an index modulo the capacity, are records, aligned to 8, that never wrap around:
//
//   u32 size of what follows (a multiple of 8), u32 kind (1 the last or only part of a batch,
//   2 a part, 3 nothing up to the end of the ring), bytes
// Neither side trusts the other's writes: it checks indices and sizes, and keeps its own index
// where the other side cannot write. Java: io.eyewall.nativetask.ring.RingLayout; Python:
// eyewall/ring.py.
#pragma once

#include <cstddef>
#include <cstdint>

namespace eyewall::ring {

inline constexpr std::uint64_t magic = 0x31474e4952575945; // "EYWRING1"
inline constexpr std::uint32_t version = 1;

inline constexpr std::size_t page = 4096;
inline constexpr std::size_t to_child_at = page;
inline constexpr std::size_t from_child_at = 2 * page;
inline constexpr std::size_t data_at = 3 * page;

inline constexpr std::size_t tail_at = 0;
inline constexpr std::size_t head_at = 128;
inline constexpr std::size_t reader_waits_at = 256;
inline constexpr std::size_t writer_waits_at = 384;

inline constexpr std::size_t record_header = 8;
inline constexpr std::uint64_t min_capacity = 4096;
inline constexpr std::uint64_t max_capacity = std::uint64_t{1} << 30U;

enum class Part : std::uint32_t { last = 1, more = 2, padding = 3 };

/// Returns the longest record. The limit guarantees that an empty ring has room for any record.
[[nodiscard]] constexpr std::uint64_t max_record_bytes(std::uint64_t capacity) noexcept {
  return capacity / 4;
}

[[nodiscard]] constexpr std::uint64_t file_size(std::uint64_t capacity) noexcept {
  return data_at + 2 * capacity;
}

} // namespace eyewall::ring
