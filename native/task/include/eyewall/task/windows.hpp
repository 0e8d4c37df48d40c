// Windows over the values of tuples, by count or by time, tumbling or sliding. A tuple is acked
// when no window to come has it, so that a crash replays what is still needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <eyewall/task/tools.hpp>

namespace eyewall::task {

/// What one window has, in the order of arrival; valid during the call.
template <class T> struct Window {
  /// All of it, and the tuples that they came with: anchors for what is emitted.
  std::span<const T> values;
  std::span<const std::uint64_t> tuples;
  /// How many of the values, the last ones, no earlier window had.
  std::size_t added = 0;
  /// Of windows by time: it has values of [begin, end).
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// The last `length` values after each `slide` values; fewer at first.
template <class T> class CountWindows {
public:
  CountWindows(std::size_t length, std::size_t slide) : length_(length), slide_(slide) {
    if (length == 0 || slide == 0) {
      throw std::invalid_argument("a window of " + std::to_string(length) + " values every " +
                                  std::to_string(slide) + "; both must be positive");
    }
  }

  /// Takes in a value; calls `on_window(const Window<T> &)` if it completes one.
  template <class OnWindow>
  void add(const Tuple &tuple, T value, Tools &tools, OnWindow &&on_window) {
    values_.push_back(std::move(value));
    tuples_.push_back(tuple.id());
    if (++since_ < slide_) {
      // Between windows that don't touch there may be values that none has.
      if (slide_ > length_) {
        keep(length_, tools);
      }
      return;
    }
    const std::size_t added = since_;
    since_ = 0;
    keep(length_, tools);
    const std::span<const T> values = std::span<const T>(values_).subspan(dropped_);
    on_window(Window<T>{values, std::span<const std::uint64_t>(tuples_).subspan(dropped_),
                        std::min(added, values.size())});
    keep(length_ > slide_ ? length_ - slide_ : 0, tools);
  }

private:
  /// Acks and drops all but the last `most` values.
  void keep(std::size_t most, Tools &tools) {
    for (; values_.size() - dropped_ > most; ++dropped_) {
      tools.ack(tuples_[dropped_]);
    }
    // What is dropped stays in front until it is more than the rest: each value is moved once or
    // so.
    if (dropped_ > values_.size() - dropped_) {
      const auto end = static_cast<std::ptrdiff_t>(dropped_);
      values_.erase(values_.begin(), values_.begin() + end);
      tuples_.erase(tuples_.begin(), tuples_.begin() + end);
      dropped_ = 0;
    }
  }

  std::size_t length_;
  std::size_t slide_;
  std::size_t since_ = 0;
  std::size_t dropped_ = 0; ///< of the values, the first ones
  std::vector<T> values_;
  std::vector<std::uint64_t> tuples_;
};

/// Windows of `length` that end at the multiples of `slide`, both in the unit of the times that are
/// given: of a clock, or of the values. Time begins with the first advance(); a value may be late
/// until the last window that it belongs to is over. What is done grows with the values of the
/// windows, not with the times between them.
template <class T> class TimeWindows {
public:
  TimeWindows(std::int64_t length, std::int64_t slide) : length_(length), slide_(slide) {
    if (length <= 0 || slide <= 0) {
      throw std::invalid_argument("a window of length " + std::to_string(length) + " every " +
                                  std::to_string(slide) + "; both must be positive");
    }
  }

  /// Takes in a value of a time. Returns false, and acks the tuple, if no window to come has it:
  /// all its windows are over, or it is between two windows.
  bool add(const Tuple &tuple, std::int64_t time, T value, Tools &tools) {
    const std::int64_t last_end = last_end_of(time);
    if (last_end <= over_ || last_end <= time) {
      tools.ack(tuple);
      return false;
    }
    entries_.emplace_hint(entries_.end(), time,
                          Entry{tuple.id(), ++arrivals_, false, std::move(value)});
    return true;
  }

  /// Time has come so far: calls `on_window(const Window<T> &)` for each window that is over and
  /// has values, the earlier ones first.
  template <class OnWindow> void advance(std::int64_t now, Tools &tools, OnWindow &&on_window) {
    while (!entries_.empty() && next_end() <= now) {
      over_ = next_end();
      fire(on_window);
      while (!entries_.empty() && last_end_of(entries_.begin()->first) <= over_) {
        tools.ack(entries_.begin()->second.tuple);
        entries_.erase(entries_.begin());
      }
    }
    over_ = std::max(over_, floor_to_slide(now));
  }

private:
  static constexpr std::int64_t first_time = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t last_time = std::numeric_limits<std::int64_t>::max();

  struct Entry {
    std::uint64_t tuple;
    std::uint64_t arrival;
    bool seen; ///< by an earlier window
    T value;
  };

  /// From the last multiple of `slide` to a time.
  [[nodiscard]] std::int64_t since_slide(std::int64_t time) const noexcept {
    const std::int64_t rest = time % slide_;
    return rest < 0 ? rest + slide_ : rest;
  }

  /// The last multiple of `slide` up to a time; the first time of all if there is none.
  [[nodiscard]] std::int64_t floor_to_slide(std::int64_t time) const noexcept {
    const std::int64_t since = since_slide(time);
    return time < first_time + since ? first_time : time - since;
  }

  /// The end of the last window that has a value of this time, or, between windows, of the one
  /// before.
  [[nodiscard]] std::int64_t last_end_of(std::int64_t time) const noexcept {
    return floor_to_slide(time > last_time - length_ ? last_time : time + length_);
  }

  /// The end of the first window that is not over and has a value. There are values, of which each
  /// has a window that is not over; the first value's next window comes before all others.
  [[nodiscard]] std::int64_t next_end() const noexcept {
    const std::int64_t time = entries_.begin()->first;
    const std::int64_t first_end = time + (slide_ - since_slide(time));
    return first_end > over_ ? first_end : over_ + slide_;
  }

  template <class OnWindow> void fire(OnWindow &on_window) {
    const std::int64_t begin = over_ < first_time + length_ ? first_time : over_ - length_;
    in_window_.clear();
    for (auto entry = entries_.lower_bound(begin); entry != entries_.end() && entry->first < over_;
         ++entry) {
      in_window_.push_back(&entry->second);
    }
    const auto before = [](const Entry *one, const Entry *other) {
      return one->seen != other->seen ? one->seen : one->arrival < other->arrival;
    };
    if (!std::is_sorted(in_window_.begin(), in_window_.end(), before)) {
      std::sort(in_window_.begin(), in_window_.end(), before);
    }
    values_.clear();
    tuples_.clear();
    std::size_t added = 0;
    for (Entry *entry : in_window_) {
      values_.push_back(entry->value);
      tuples_.push_back(entry->tuple);
      added += entry->seen ? 0U : 1U;
      entry->seen = true;
    }
    on_window(Window<T>{values_, tuples_, added, begin, over_});
  }

  std::int64_t length_;
  std::int64_t slide_;
  std::int64_t over_ = first_time; ///< windows that end up to here are over
  std::uint64_t arrivals_ = 0;
  std::multimap<std::int64_t, Entry> entries_; ///< by their times
  std::vector<Entry *> in_window_;
  std::vector<T> values_;
  std::vector<std::uint64_t> tuples_;
};

} // namespace eyewall::task
