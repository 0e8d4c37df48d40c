// Windows over the values of tuples, by count or by time, tumbling or sliding. A tuple is acked
// when no future window contains it, so that a crash replays the tuples still needed.
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

/// The contents of one window in order of arrival; valid during the call.
template <class T> struct Window {
  /// All values, and the ids of their tuples, as anchors for emits.
  std::span<const T> values;
  std::span<const std::uint64_t> tuples;
  /// The number of values, at the end, that no earlier window contained.
  std::size_t added = 0;
  /// In windows by time: the window contains the times [begin, end).
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Windows of the last `length` values after each `slide` values; the first ones are shorter.
template <class T> class CountWindows {
public:
  CountWindows(std::size_t length, std::size_t slide) : length_(length), slide_(slide) {
    if (length == 0 || slide == 0) {
      throw std::invalid_argument("a window of " + std::to_string(length) + " values every " +
                                  std::to_string(slide) + "; both must be positive");
    }
  }

  /// Adds a value; calls `on_window(const Window<T> &)` if it completes a window.
  template <class OnWindow>
  void add(const Tuple &tuple, T value, Tools &tools, OnWindow &&on_window) {
    values_.push_back(std::move(value));
    tuples_.push_back(tuple.id());
    if (++since_ < slide_) {
      // Values between windows with gaps are in no window.
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
    // Dropped values stay in front until they outnumber the others, so that each value is moved
    // about once.
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
  std::size_t dropped_ = 0; ///< number of dropped values in front
  std::vector<T> values_;
  std::vector<std::uint64_t> tuples_;
};

/// Windows of `length` that end at multiples of `slide`, both in the unit of the times passed in,
/// which may be clock times or event times. Time begins with the first advance(). A value may
/// arrive late until its last window is over. The work grows with the values in windows, not with
/// the time between them.
template <class T> class TimeWindows {
public:
  TimeWindows(std::int64_t length, std::int64_t slide) : length_(length), slide_(slide) {
    if (length <= 0 || slide <= 0) {
      throw std::invalid_argument("a window of length " + std::to_string(length) + " every " +
                                  std::to_string(slide) + "; both must be positive");
    }
  }

  /// Adds a value with its time. Returns false, and acks the tuple, if no future window contains
  /// it: all its windows are over, or it lies between two windows.
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

  /// Advances the time: calls `on_window(const Window<T> &)` for each window that is now over and
  /// has values, earlier windows first.
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
    bool seen; ///< whether an earlier window contained it
    T value;
  };

  /// Returns the time since the last multiple of `slide`.
  [[nodiscard]] std::int64_t since_slide(std::int64_t time) const noexcept {
    const std::int64_t rest = time % slide_;
    return rest < 0 ? rest + slide_ : rest;
  }

  /// Returns the last multiple of `slide` up to a time, or the smallest time if there is none.
  [[nodiscard]] std::int64_t floor_to_slide(std::int64_t time) const noexcept {
    const std::int64_t since = since_slide(time);
    return time < first_time + since ? first_time : time - since;
  }

  /// Returns the end of the last window that contains a time, or of the previous window if the time
  /// lies between windows.
  [[nodiscard]] std::int64_t last_end_of(std::int64_t time) const noexcept {
    return floor_to_slide(time > last_time - length_ ? last_time : time + length_);
  }

  /// Returns the end of the first window that is not over and has a value. Requires values; each of
  /// them has a window that is not over, and the first value's next window precedes all others.
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
  std::int64_t over_ = first_time; ///< windows ending at or before this time are over
  std::uint64_t arrivals_ = 0;
  std::multimap<std::int64_t, Entry> entries_; ///< ordered by time
  std::vector<Entry *> in_window_;
  std::vector<T> values_;
  std::vector<std::uint64_t> tuples_;
};

} // namespace eyewall::task
