// Windows over the values of tuples, by count or by time, tumbling or sliding. A tuple is acked
// when no window to come has it, so that a crash replays what is still needed.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
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
      if (slide_ > length_ && values_.size() > length_) {
        drop(values_.size() - length_, tools);
      }
      return;
    }
    const std::size_t added = std::min(since_, values_.size());
    since_ = 0;
    if (values_.size() > length_) {
      drop(values_.size() - length_, tools);
    }
    on_window(Window<T>{values_, tuples_, std::min(added, values_.size())});
    const std::size_t kept = length_ > slide_ ? length_ - slide_ : 0;
    if (values_.size() > kept) {
      drop(values_.size() - kept, tools);
    }
  }

private:
  void drop(std::size_t count, Tools &tools) {
    const auto end = static_cast<std::ptrdiff_t>(count);
    for (std::size_t i = 0; i < count; ++i) {
      tools.ack(tuples_[i]);
    }
    values_.erase(values_.begin(), values_.begin() + end);
    tuples_.erase(tuples_.begin(), tuples_.begin() + end);
  }

  std::size_t length_;
  std::size_t slide_;
  std::size_t since_ = 0;
  std::vector<T> values_;
  std::vector<std::uint64_t> tuples_;
};

/// Windows of `length` that end at the multiples of `slide`, both in the unit of the times that are
/// given: of a clock, or of the values. A value may be late, until the window it belongs to is
/// over.
template <class T> class TimeWindows {
public:
  TimeWindows(std::int64_t length, std::int64_t slide) : length_(length), slide_(slide) {
    if (length <= 0 || slide <= 0) {
      throw std::invalid_argument("a window of length " + std::to_string(length) + " every " +
                                  std::to_string(slide) + "; both must be positive");
    }
  }

  /// Takes in a value of a time. Returns false, and acks the tuple, if all its windows are over.
  bool add(const Tuple &tuple, std::int64_t time, T value, Tools &tools) {
    if (begun_ && last_end_of(time) <= over_) {
      tools.ack(tuple);
      return false;
    }
    if (!begun_) {
      begun_ = true;
      over_ = floor_to_slide(time);
    }
    over_ = windows_ == 0 ? std::min(over_, floor_to_slide(time)) : over_;
    entries_.push_back({time, tuple.id(), false, std::move(value)});
    return true;
  }

  /// Time has come so far: calls `on_window(const Window<T> &)` for each window that is over and
  /// has values.
  template <class OnWindow> void advance(std::int64_t now, Tools &tools, OnWindow &&on_window) {
    while (begun_ && !entries_.empty() && over_ + slide_ <= now) {
      over_ += slide_;
      ++windows_;
      fire(on_window);
      for (std::size_t i = 0; i < entries_.size();) {
        if (last_end_of(entries_[i].time) <= over_) {
          tools.ack(entries_[i].tuple);
          entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
          ++i;
        }
      }
    }
    if (begun_ && entries_.empty()) {
      over_ = std::max(over_, floor_to_slide(now));
    }
  }

private:
  struct Entry {
    std::int64_t time;
    std::uint64_t tuple;
    bool seen;
    T value;
  };

  [[nodiscard]] std::int64_t floor_to_slide(std::int64_t time) const noexcept {
    const std::int64_t rest = time % slide_;
    return time - (rest < 0 ? rest + slide_ : rest);
  }

  /// The end of the last window that has a value of this time, or, between windows, of the one
  /// before.
  [[nodiscard]] std::int64_t last_end_of(std::int64_t time) const noexcept {
    return floor_to_slide(time + length_);
  }

  template <class OnWindow> void fire(OnWindow &on_window) {
    values_.clear();
    tuples_.clear();
    std::size_t added = 0;
    for (const bool seen : {true, false}) {
      for (Entry &entry : entries_) {
        if (entry.seen == seen && entry.time < over_ && entry.time >= over_ - length_) {
          values_.push_back(entry.value);
          tuples_.push_back(entry.tuple);
          added += seen ? 0 : 1;
        }
      }
    }
    for (Entry &entry : entries_) {
      entry.seen = entry.seen || (entry.time < over_ && entry.time >= over_ - length_);
    }
    if (!values_.empty()) {
      on_window(Window<T>{values_, tuples_, added, over_ - length_, over_});
    }
  }

  std::int64_t length_;
  std::int64_t slide_;
  bool begun_ = false;
  std::int64_t over_ = 0; ///< the end of the last window that is over
  std::uint64_t windows_ = 0;
  std::deque<Entry> entries_;
  std::vector<T> values_;
  std::vector<std::uint64_t> tuples_;
};

} // namespace eyewall::task
