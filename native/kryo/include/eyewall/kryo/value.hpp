// Dynamic values, whose classes are known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <eyewall/kryo/adapter.hpp>
#include <eyewall/kryo/class_id.hpp>
#include <eyewall/kryo/reader.hpp>
#include <eyewall/kryo/status.hpp>
#include <eyewall/kryo/writer.hpp>

namespace eyewall::kryo {

class Value;
struct Entry;

struct Null {
  friend bool operator==(const Null &, const Null &) = default;
};

using Bytes = std::vector<std::uint8_t>;

/// A java.math.BigInteger: two's complement, highest byte first, never empty.
struct BigInteger {
  Bytes bytes;

  friend bool operator==(const BigInteger &, const BigInteger &) = default;
};

/// A list or set: list_delegate, array_list, values, cons_list or hash_set. The elements of a set
/// have the order of the bytes, which has no meaning in Java.
struct List {
  ClassId type = ClassId::array_list;
  std::vector<Value> items;

  friend bool operator==(const List &a, const List &b);
};

/// A java.util.HashMap, in the order of the bytes.
struct Map {
  std::vector<Entry> entries;

  friend bool operator==(const Map &a, const Map &b);
};

/// An object of a class in a Registry: one value for each of its fields.
struct Record {
  ClassId type = ClassId::null;
  std::vector<Value> fields;

  friend bool operator==(const Record &a, const Record &b);
};

class Value {
public:
  using Variant =
      std::variant<Null, std::int32_t, std::string, float, bool, std::int8_t, char16_t,
                   std::int16_t, std::int64_t, double, Bytes, BigInteger, List, Map, Record>;

  Value() = default;
  Value(const Value &) = default;
  Value(Value &&) noexcept = default;
  Value &operator=(const Value &) = default;
  Value &operator=(Value &&) noexcept = default;
  ~Value() = default;

  template <class T>
  using IsContent = std::conjunction<
      std::negation<std::is_same<std::remove_cvref_t<T>, Value>>,
      std::is_constructible<Variant, std::in_place_type_t<std::remove_cvref_t<T>>, T>>;

  /// Holds exactly one of the types above; numbers are not converted.
  template <class T, std::enable_if_t<IsContent<T>::value, int> = 0>
  Value(T &&content) // NOLINT(google-explicit-constructor): a value is what it holds
      : content_(std::in_place_type<std::remove_cvref_t<T>>, std::forward<T>(content)) {}

  [[nodiscard]] const Variant &content() const noexcept { return content_; }
  [[nodiscard]] Variant &content() noexcept { return content_; }
  [[nodiscard]] bool is_null() const noexcept { return content_.index() == 0; }

  /// Returns the content, or null if it has another type.
  template <class T> [[nodiscard]] const T *get_if() const noexcept {
    return std::get_if<T>(&content_);
  }

  [[nodiscard]] ClassId type() const noexcept;

  friend bool operator==(const Value &, const Value &) = default;

private:
  Variant content_;
};

struct Entry {
  Value key;
  Value value;

  friend bool operator==(const Entry &, const Entry &) = default;
};

/// Adapts every built-in class and every class in the Registry of the reader or writer.
template <> struct Adapter<Value> {
  static constexpr std::uint32_t min_size = 0;
  static ClassId class_of(const Value &value) noexcept { return value.type(); }
  static bool is_class(ClassId /*id*/) noexcept { return true; }
  static bool class_accepts_null(const Reader &reader, ClassId id) noexcept;
  static bool value_accepts_null(const Writer &writer, const Value &value) noexcept;
  static void set_null(Value &value) noexcept { value = Value(); }
  /// Uses Storm's registry; for another registry use max_size(value, registry).
  static std::size_t max_size(const Value &value);
  static Status read(Reader &reader, ClassId id, Value &value);
  static Status write(Writer &writer, const Value &value);
};

/// Reads the values of one tuple, of any number and classes.
Status read_dynamic_values(Reader &reader, std::vector<Value> &values);

/// Writes all values of one tuple, or nothing.
Status write_dynamic_values(Writer &writer, const std::vector<Value> &values);

/// Returns an upper bound of a value's size without its class.
[[nodiscard]] std::size_t max_size(const Value &value, const Registry &registry);

/// Returns an upper bound of the bytes that write_dynamic_values() writes; `registry` is the
/// writer's.
[[nodiscard]] std::size_t max_dynamic_values_size(const std::vector<Value> &values,
                                                  const Registry *registry = nullptr);

} // namespace eyewall::kryo
