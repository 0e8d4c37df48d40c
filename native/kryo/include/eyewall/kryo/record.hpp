// Classes with fields: what Kryo's FieldSerializer writes, which is the default of every class
// registered without a serializer.
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

/// How Java declares a field.
struct FieldType {
  enum class Form : std::uint8_t { primitive, final_class, object, list, map };

  Form form = Form::object;
  ClassId element = ClassId::null; ///< the class; of lists the elements', of maps the keys'
  ClassId mapped = ClassId::null;  ///< of maps the values'

  /// int: ClassId::int32, and so on.
  static constexpr FieldType primitive(ClassId id) { return {Form::primitive, id, {}}; }
  /// Integer: ClassId::int32; String, byte[].
  static constexpr FieldType final_class(ClassId id) { return {Form::final_class, id, {}}; }
  /// Object, BigInteger, raw collections, classes that are not final.
  static constexpr FieldType object() { return {Form::object, {}, {}}; }
  /// Collection, List or Set of a final class.
  static constexpr FieldType list(ClassId element) { return {Form::list, element, {}}; }
  /// Map of final classes; ClassId::null where the class is not final.
  static constexpr FieldType map(ClassId key, ClassId value) { return {Form::map, key, value}; }
};

struct Field {
  std::string name;
  FieldType type;
};

/// What a class of the topology's is on the wire.
struct RecordLayout {
  std::string name;          ///< of the class, for messages
  std::vector<Field> fields; ///< in the order of their names

  /// Puts the fields into the order in which Kryo writes them.
  static RecordLayout of(std::string name, std::vector<Field> fields);
};

/// A serializer of the user's own. Records are what the two functions make of it.
struct RecordCodec {
  std::string name;
  Status (*read)(Reader &reader, Record &record) = nullptr;
  Status (*write)(Writer &writer, const Record &record) = nullptr;
  std::size_t (*max_size)(const Record &record) = nullptr; ///< bytes of this one at most
  bool accepts_null = false;
  std::uint32_t min_size = 1; ///< bytes of the shortest object
};

/// The classes with fields that dynamic values may be of. Fill it before readers use it; then any
/// number of threads may read.
class Registry {
public:
  /// Storm's own: TransactionAttempt, DataPoint, TaskInfo, BackPressureStatus, NodeInfo.
  Registry();

  /// Where neither is given another one.
  static const Registry &storm();

  /// Replaces what had this id.
  void add(ClassId id, RecordLayout layout);
  void add(ClassId id, RecordCodec codec);

  /// Null: none of this id.
  [[nodiscard]] const RecordLayout *layout(ClassId id) const noexcept;
  [[nodiscard]] const RecordCodec *codec(ClassId id) const noexcept;

  [[nodiscard]] bool accepts_null(ClassId id) const noexcept;
  /// Bytes of the shortest object; 0 for an id that is not here.
  [[nodiscard]] std::uint32_t min_size(ClassId id) const noexcept;

private:
  std::map<ClassId, RecordLayout> layouts_;
  std::map<ClassId, RecordCodec> codecs_;
};

} // namespace eyewall::kryo
