// Adapters of Java collections whose elements have one C++ type: std::vector for ArrayList,
// std::set and std::unordered_set for HashSet, std::map and std::unordered_map for HashMap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <eyewall/kryo/object.hpp>
#include <eyewall/kryo/values.hpp>

namespace eyewall::kryo {

namespace detail {

/// Reads what Kryo's CollectionSerializer writes; passes each element to `add`.
template <class T, class Add> Status read_elements(Reader &reader, const Add &add) {
  bool one_class = false;
  std::uint32_t plus_one = 0;
  EYEWALL_KRYO_TRY(reader.read_flag_varint(one_class, plus_one));
  if (plus_one <= 1) {
    return plus_one == 0 ? Status::unexpected_null : Status::ok;
  }
  const std::uint32_t count = plus_one - 1;
  ClassId id = ClassId::null;
  bool has_null = false;
  std::uint32_t least = 1;
  if (one_class) {
    EYEWALL_KRYO_TRY(reader.read_class(id));
    if (id == ClassId::null) {
      least = 0;
    } else {
      EYEWALL_KRYO_TRY(reader.read_boolean(has_null));
      least = has_null ? 1 : Adapter<typename OptionalOf<T>::Type>::min_size;
    }
  }
  EYEWALL_KRYO_TRY(reader.check_length(count, least));
  if (least == 0) {
    EYEWALL_KRYO_TRY(reader.take_empty_elements(count));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    T element{};
    if (!one_class) {
      EYEWALL_KRYO_TRY(read_object(reader, element));
    } else if (id == ClassId::null) {
      EYEWALL_KRYO_TRY(set_null(element));
    } else {
      EYEWALL_KRYO_TRY(read_of_one_class(reader, id, has_null, element));
    }
    add(std::move(element));
  }
  return Status::ok;
}

template <class Elements> Status write_elements(Writer &writer, const Elements &elements) {
  if (elements.size() > max_length) {
    return Status::bad_length;
  }
  if (elements.empty()) {
    return writer.write_byte(1);
  }
  CommonClass common;
  for (const auto &element : elements) {
    common.add(class_of(element));
  }
  EYEWALL_KRYO_TRY(
      writer.write_flag_varint(!common.is_mixed, static_cast<std::uint32_t>(elements.size() + 1)));
  if (!common.is_mixed) {
    EYEWALL_KRYO_TRY(writer.write_class(common.id));
    if (common.id == ClassId::null) {
      return Status::ok;
    }
    EYEWALL_KRYO_TRY(writer.write_boolean(common.has_null));
  }
  for (const auto &element : elements) {
    if (common.is_mixed) {
      EYEWALL_KRYO_TRY(write_object(writer, element));
    } else if (common.has_null) {
      EYEWALL_KRYO_TRY(write_value_or_null(writer, common.id, element));
    } else {
      EYEWALL_KRYO_TRY(write_value(writer, element));
    }
  }
  return Status::ok;
}

template <class Collection, ClassId Id> struct CollectionAdapter {
  using Element = typename Collection::value_type;
  static_assert(!std::is_same_v<Collection, std::vector<bool>>,
                "std::vector<bool> has no elements to refer to; use std::vector<Value>");

  static constexpr ClassId class_id = Id;
  static constexpr bool accepts_null = true;
  static constexpr std::uint32_t min_size = 1;

  static std::size_t max_size(const Collection &collection) {
    std::size_t size = 5 + 5 + 1;
    for (const Element &element : collection) {
      size += max_object_size(element);
    }
    return size;
  }

  static Status read(Reader &reader, ClassId /*id*/, Collection &collection) {
    EYEWALL_KRYO_TRY(reader.enter());
    collection.clear();
    EYEWALL_KRYO_TRY(read_elements<Element>(reader, [&](Element &&element) {
      collection.insert(collection.end(), std::move(element));
    }));
    reader.leave();
    return Status::ok;
  }

  static Status write(Writer &writer, const Collection &collection) {
    return write_elements(writer, collection);
  }
};

/// A map: varint(n + 1), n x (class and key, class and value).
template <class Map> struct MapAdapter {
  static constexpr ClassId class_id = ClassId::hash_map;
  static constexpr bool accepts_null = true;
  static constexpr std::uint32_t min_size = 1;

  static std::size_t max_size(const Map &map) {
    std::size_t size = 5;
    for (const auto &[key, value] : map) {
      size += max_object_size(key) + max_object_size(value);
    }
    return size;
  }

  static Status read(Reader &reader, ClassId /*id*/, Map &map) {
    EYEWALL_KRYO_TRY(reader.enter());
    std::uint32_t count = 0;
    bool is_null = false;
    EYEWALL_KRYO_TRY(reader.read_length(count, is_null, 2));
    if (is_null) {
      return Status::unexpected_null;
    }
    map.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      typename Map::key_type key{};
      typename Map::mapped_type value{};
      EYEWALL_KRYO_TRY(read_object(reader, key));
      EYEWALL_KRYO_TRY(read_object(reader, value));
      map.insert_or_assign(std::move(key), std::move(value));
    }
    reader.leave();
    return Status::ok;
  }

  static Status write(Writer &writer, const Map &map) {
    if (map.size() > max_length) {
      return Status::bad_length;
    }
    EYEWALL_KRYO_TRY(writer.write_varint(static_cast<std::uint32_t>(map.size() + 1)));
    for (const auto &[key, value] : map) {
      EYEWALL_KRYO_TRY(write_object(writer, key));
      EYEWALL_KRYO_TRY(write_object(writer, value));
    }
    return Status::ok;
  }
};

} // namespace detail

template <class T>
struct Adapter<std::vector<T>> : detail::CollectionAdapter<std::vector<T>, ClassId::array_list> {};

template <class T>
struct Adapter<std::set<T>> : detail::CollectionAdapter<std::set<T>, ClassId::hash_set> {};

template <class T>
struct Adapter<std::unordered_set<T>>
    : detail::CollectionAdapter<std::unordered_set<T>, ClassId::hash_set> {};

template <class K, class V> struct Adapter<std::map<K, V>> : detail::MapAdapter<std::map<K, V>> {};

template <class K, class V>
struct Adapter<std::unordered_map<K, V>> : detail::MapAdapter<std::unordered_map<K, V>> {};

} // namespace eyewall::kryo
