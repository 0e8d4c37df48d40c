// Classes with fields, as written by Kryo's FieldSerializer, the default for classes registered
// without a serializer.
//
// The fields are written in the order of their names, without names:
//
//   primitive            the value (boolean, byte, char, short, int, long, float, double)
//   of a final class     value or null (Integer and its like, String, byte[])
//   of other classes     class and value; null is 00
//   Collection<Final>    class, flag varint(some are null, n + 1), n x value (or null)
//   Map<Final, Final>    class, varint(n + 1), n x (key or null, value or null)
//
// Golden file: records.golden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <eyewall/kryo/class_id.hpp>
#include <eyewall/kryo/status.hpp>

namespace eyewall::kryo {

class Reader;
class Writer;
struct Record;

/// The declared type of a field in Java.
struct FieldType {
  enum class Form : std::uint8_t { primitive, final_class, object, list, map };

  Form form = Form::object;
  ClassId element =
      ClassId::null; ///< the field's class; for lists that of elements, for maps that of keys
  ClassId mapped = ClassId::null; ///< for maps the class of values

  /// A primitive type: ClassId::int32 for int, and so on.
  static constexpr FieldType primitive(ClassId id) { return {Form::primitive, id, {}}; }
  /// A final class: Integer (ClassId::int32), String, byte[].
  static constexpr FieldType final_class(ClassId id) { return {Form::final_class, id, {}}; }
  /// Any other class: Object, BigInteger, raw collections, non-final classes.
  static constexpr FieldType object() { return {Form::object, {}, {}}; }
  /// A Collection, List or Set of a final class.
  static constexpr FieldType list(ClassId element) { return {Form::list, element, {}}; }
  /// A Map of final classes; ClassId::null for a class that is not final.
  static constexpr FieldType map(ClassId key, ClassId value) { return {Form::map, key, value}; }
};

struct Field {
  std::string name;
  FieldType type;
};

/// The wire layout of a user class.
struct RecordLayout {
  std::string name;          ///< the class's name for messages
  std::vector<Field> fields; ///< sorted by name

  /// Returns a layout with the fields in the order in which Kryo writes them.
  static RecordLayout of(std::string name, std::vector<Field> fields);
};

/// A custom serializer. Its functions define the fields of its records.
struct RecordCodec {
  std::string name;
  Status (*read)(Reader &reader, Record &record) = nullptr;
  Status (*write)(Writer &writer, const Record &record) = nullptr;
  std::size_t (*max_size)(const Record &record) =
      nullptr; ///< upper bound of this record's size in bytes
  bool accepts_null = false;
  std::uint32_t min_size = 1; ///< size of the shortest object in bytes
};

/// The record classes of dynamic values. Fill it before readers use it; afterwards any number of
/// threads may read it.
class Registry {
public:
  /// Creates a registry with Storm's classes: TransactionAttempt, DataPoint, TaskInfo,
  /// BackPressureStatus, NodeInfo.
  Registry();

  /// Returns the registry of Storm's classes, which readers and writers without a registry use.
  static const Registry &storm();

  /// Adds a class, replacing any earlier one with this id.
  void add(ClassId id, RecordLayout layout);
  void add(ClassId id, RecordCodec codec);

  /// Return null if no class has this id.
  [[nodiscard]] const RecordLayout *layout(ClassId id) const noexcept;
  [[nodiscard]] const RecordCodec *codec(ClassId id) const noexcept;

  [[nodiscard]] bool accepts_null(ClassId id) const noexcept;
  /// Returns the size of the shortest object in bytes; 0 for an unknown id.
  [[nodiscard]] std::uint32_t min_size(ClassId id) const noexcept;

private:
  std::map<ClassId, RecordLayout> layouts_;
  std::map<ClassId, RecordCodec> codecs_;
};

} // namespace eyewall::kryo
