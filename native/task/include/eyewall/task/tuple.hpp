// Tuples as tasks see them: views of rows, valid until the call that passed them returns.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <eyewall/kryo/kryo.hpp>
#include <eyewall/task/frame.hpp>

namespace eyewall::task {

/// The component and stream that tuples come from.
struct Source {
  std::string component;
  std::string stream;
  std::vector<std::string> fields;
};

/// A value has another type than the task expects.
class WrongType : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

[[nodiscard]] constexpr std::string_view name(Type type) noexcept {
  constexpr std::string_view names[] = {"null",  "boolean", "byte", "short",  "int",    "long",
                                        "float", "double",  "char", "string", "byte[]", "object"};
  const auto index = static_cast<std::size_t>(type);
  return index < std::size(names) ? names[index] : "unknown";
}

/// Maps a C++ type to a slot. Each type is exactly one Java class; numbers are not converted.
template <class T> struct Slot;

template <class T, Type Is> struct NumberSlot {
  static constexpr Type type = Is;
  static std::uint64_t write(T value) noexcept {
    if constexpr (std::is_same_v<T, float>) {
      return std::bit_cast<std::uint32_t>(value);
    } else if constexpr (std::is_same_v<T, double>) {
      return std::bit_cast<std::uint64_t>(value);
    } else {
      return static_cast<std::uint64_t>(value);
    }
  }
  static T read(std::uint64_t slot) noexcept {
    if constexpr (std::is_same_v<T, float>) {
      return std::bit_cast<float>(static_cast<std::uint32_t>(slot));
    } else if constexpr (std::is_same_v<T, double>) {
      return std::bit_cast<double>(slot);
    } else {
      return static_cast<T>(slot);
    }
  }
};
template <> struct Slot<bool> : NumberSlot<bool, Type::boolean> {};
template <> struct Slot<std::int8_t> : NumberSlot<std::int8_t, Type::int8> {};
template <> struct Slot<std::int16_t> : NumberSlot<std::int16_t, Type::int16> {};
template <> struct Slot<std::int32_t> : NumberSlot<std::int32_t, Type::int32> {};
template <> struct Slot<std::int64_t> : NumberSlot<std::int64_t, Type::int64> {};
template <> struct Slot<float> : NumberSlot<float, Type::float32> {};
template <> struct Slot<double> : NumberSlot<double, Type::float64> {};
template <> struct Slot<char16_t> : NumberSlot<char16_t, Type::char16> {};
/// The type among long and long long that is neither std::int32_t nor std::int64_t.
template <class T>
requires((std::is_same_v<T, long> ||
          std::is_same_v<T, long long>)&&!std::is_same_v<T, std::int32_t> &&
         !std::is_same_v<T, std::int64_t>) struct Slot<T>
    : NumberSlot<T, sizeof(T) == 8 ? Type::int64 : Type::int32> {
};
template <> struct Slot<std::string_view> { static constexpr Type type = Type::string; };
template <> struct Slot<std::string> : Slot<std::string_view> {};
template <> struct Slot<std::span<const std::uint8_t>> {
  static constexpr Type type = Type::bytes;
};
template <> struct Slot<kryo::Bytes> : Slot<std::span<const std::uint8_t>> {};

/// A C++ type whose values all have the same Java class.
template <class T>
concept OneJavaClass = requires {
  Slot<T>::type;
};

template <class T> struct IsOptional : std::false_type {};
template <class T> struct IsOptional<std::optional<T>> : std::true_type {};

class Tuple {
public:
  Tuple(const FrameView &frame, std::uint32_t row, const Source *source) noexcept
      : frame_(&frame), row_(row), source_(source) {}

  /// Returns the id for acks, fails and anchors.
  [[nodiscard]] std::uint64_t id() const noexcept { return frame_->id(row_); }
  [[nodiscard]] const Source &source() const noexcept { return *source_; }
  [[nodiscard]] std::int32_t source_task() const noexcept { return frame_->header().task; }
  [[nodiscard]] std::size_t size() const noexcept { return frame_->header().columns; }
  [[nodiscard]] Type type(std::size_t column) const noexcept { return frame_->type(column); }

  /// Returns the value of a column; use std::optional<T> if it may be null.
  template <class T> [[nodiscard]] T get(std::size_t column) const {
    if (column >= size()) {
      throw WrongType("field " + std::to_string(column) + " of a tuple of " + origin() + " with " +
                      std::to_string(size()) + " fields");
    }
    if constexpr (IsOptional<T>::value) {
      if (type(column) == Type::null) {
        return std::nullopt;
      }
      return get<typename T::value_type>(column);
    } else if constexpr (std::is_same_v<T, kryo::Value>) {
      return dynamic(column);
    } else if constexpr (!OneJavaClass<T>) {
      static_assert(OneJavaClass<T>,
                    "no Java value arrives as this C++ type: get numbers as bool, std::int8_t to "
                    "std::int64_t, float or double, a char as char16_t, texts as std::string_view "
                    "or std::string, bytes as std::vector<std::uint8_t> or "
                    "std::span<const std::uint8_t>, what may be null as std::optional of these, "
                    "and lists, maps and others by dynamic()");
    } else {
      if (type(column) != Slot<T>::type) {
        throw WrongType("field " + std::to_string(column) + " of a tuple of " + origin() + " is " +
                        std::string(name(type(column))) + ", the task expects " +
                        std::string(name(Slot<T>::type)) +
                        (type(column) == Type::null ? "; make it std::optional" : ""));
      }
      if constexpr (Slot<T>::type == Type::bytes) {
        const std::string_view text = frame_->text(row_, column);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): text as bytes
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(text.data());
        return T(bytes, bytes + text.size());
      } else if constexpr (Slot<T>::type == Type::string) {
        return T(frame_->text(row_, column));
      } else {
        return Slot<T>::read(frame_->slot(row_, column));
      }
    }
  }

  /// Returns the value of a field by name, which costs a search; index() searches once for many
  /// tuples.
  template <class T> [[nodiscard]] T get(std::string_view field) const {
    return get<T>(index(field));
  }

  /// Returns the column of a field, for all tuples of the same source.
  [[nodiscard]] std::size_t index(std::string_view field) const {
    const std::vector<std::string> &fields = source_->fields;
    const auto found = std::find(fields.begin(), fields.end(), field);
    if (found == fields.end()) {
      std::string all;
      for (const std::string &each : fields) {
        all += (all.empty() ? "" : ", ") + each;
      }
      throw WrongType("tuples of " + origin() + " have no field '" + std::string(field) +
                      "'; they have " + all);
    }
    return static_cast<std::size_t>(found - fields.begin());
  }

  /// Returns all values, whose number and types must match.
  template <class... T> [[nodiscard]] std::tuple<T...> as() const {
    if (size() != sizeof...(T)) {
      throw WrongType("a tuple of " + origin() + " has " + std::to_string(size()) +
                      " fields, the task expects " + std::to_string(sizeof...(T)));
    }
    return as_indexed<T...>(std::index_sequence_for<T...>());
  }

  /// Returns a value of any class.
  [[nodiscard]] kryo::Value dynamic(std::size_t column) const;

private:
  template <class... T, std::size_t... I>
  [[nodiscard]] std::tuple<T...> as_indexed(std::index_sequence<I...> /*of*/) const {
    return {get<T>(I)...};
  }

  [[nodiscard]] std::string origin() const {
    return "'" + source_->component + "', stream '" + source_->stream + "'";
  }

  const FrameView *frame_;
  std::uint32_t row_;
  const Source *source_;
};

inline kryo::Value Tuple::dynamic(std::size_t column) const {
  const std::uint64_t slot = column < size() ? frame_->slot(row_, column) : 0;
  switch (column < size() ? type(column) : Type::null) {
  case Type::null:
    return {};
  case Type::boolean:
    return Slot<bool>::read(slot);
  case Type::int8:
    return Slot<std::int8_t>::read(slot);
  case Type::int16:
    return Slot<std::int16_t>::read(slot);
  case Type::int32:
    return Slot<std::int32_t>::read(slot);
  case Type::int64:
    return Slot<std::int64_t>::read(slot);
  case Type::float32:
    return Slot<float>::read(slot);
  case Type::float64:
    return Slot<double>::read(slot);
  case Type::char16:
    return Slot<char16_t>::read(slot);
  case Type::string:
    return std::string(frame_->text(row_, column));
  case Type::bytes: {
    const std::string_view text = frame_->text(row_, column);
    return kryo::Bytes(text.begin(), text.end());
  }
  case Type::kryo:
    break;
  }
  const std::string_view text = frame_->text(row_, column);
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): text as bytes
  kryo::Reader reader({reinterpret_cast<const std::uint8_t *>(text.data()), text.size()});
  std::vector<kryo::Value> values;
  const kryo::Status status = kryo::read_dynamic_values(reader, values);
  if (status != kryo::Status::ok || values.size() != 1) {
    throw WrongType("field " + std::to_string(column) + " of a tuple of " + origin() + ": " +
                    std::string(kryo::describe(status)));
  }
  return std::move(values[0]);
}

} // namespace eyewall::task
