package io.eyewall.connectors.columnar;

import io.eyewall.toolkit.failure.BadRecordException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Converts values between tuples and Avro records: text is a {@code String}, bytes are a {@code
 * byte[]}, and a nested record is a {@code Map}.
 */
final class AvroValues {
    private AvroValues() {}

    /** Parses the schema of a record. */
    static Schema parse(String schema) {
        Schema parsed;
        try {
            parsed = new Schema.Parser().parse(schema);
        } catch (AvroRuntimeException e) {
            throw new IllegalArgumentException("not an Avro schema: " + schema, e);
        }
        if (parsed.getType() != Schema.Type.RECORD || parsed.getFields().isEmpty()) {
            throw new IllegalArgumentException("not the schema of a record with fields: " + schema);
        }
        return parsed;
    }

    static List<String> fieldNames(Schema schema) {
        return schema.getFields().stream().map(Schema.Field::name).toList();
    }

    /** Returns the values of the schema's fields, converted from Avro's classes. */
    static List<Object> toTupleValues(IndexedRecord record, Schema schema)
            throws BadRecordException {
        List<Object> values = new ArrayList<>();
        for (Schema.Field field : schema.getFields()) {
            Schema.Field fieldOfRecord = record.getSchema().getField(field.name());
            if (fieldOfRecord == null) {
                throw new BadRecordException("no field '" + field.name() + "'", null);
            }
            values.add(fromAvro(record.get(fieldOfRecord.pos())));
        }
        return values;
    }

    @SuppressWarnings("NullAway") // tuples may have nulls
    private static Object fromAvro(@Nullable Object value) {
        if (value instanceof CharSequence text) {
            return text.toString();
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        if (value instanceof GenericData.Fixed fixed) {
            return fixed.bytes().clone();
        }
        if (value instanceof GenericData.EnumSymbol symbol) {
            return symbol.toString();
        }
        if (value instanceof List<?> list) {
            List<Object> values = new ArrayList<>();
            list.forEach(each -> values.add(fromAvro(each)));
            return values;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach((key, each) -> values.put(String.valueOf(key), fromAvro(each)));
            return values;
        }
        if (value instanceof GenericRecord record) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (Schema.Field field : record.getSchema().getFields()) {
                values.put(field.name(), fromAvro(record.get(field.pos())));
            }
            return values;
        }
        return value;
    }

    /**
     * Returns a record of the tuple's values, converted to the classes that the schema requires.
     */
    static GenericRecord toRecord(Tuple tuple, Schema schema) throws BadRecordException {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            if (!tuple.contains(field.name())) {
                throw new IllegalArgumentException(
                        "tuple of '"
                                + tuple.getSourceComponent()
                                + "' has no field '"
                                + field.name()
                                + "' of the schema, only "
                                + tuple.getFields());
            }
            Object value = toAvro(tuple.getValueByField(field.name()), field.schema());
            if (!GenericData.get().validate(field.schema(), value)) {
                throw new BadRecordException(
                        "field '"
                                + field.name()
                                + "' does not match its schema "
                                + field.schema()
                                + ": "
                                + value,
                        null);
            }
            record.put(field.pos(), value);
        }
        return record;
    }

    /**
     * Converts a value to the union's option that it matches unchanged, or else to the first option
     * that it can be converted to.
     */
    @SuppressWarnings("NullAway") // Avro may have nulls
    private static Object toAvroUnion(@Nullable Object value, Schema union) {
        if (value instanceof Number) {
            for (Schema option : union.getTypes()) {
                if (GenericData.get().validate(option, value)) {
                    return value;
                }
            }
        }
        for (Schema option : union.getTypes()) {
            Object converted = toAvro(value, option);
            if (GenericData.get().validate(option, converted)) {
                return converted;
            }
        }
        return value;
    }

    /**
     * Returns false for a long integer whose digits a double cannot hold. Other numbers may be
     * rounded.
     */
    private static boolean mayBecomeDouble(Number number) {
        return !(number instanceof Long || number instanceof BigInteger)
                || new BigDecimal(number.doubleValue()).compareTo(new BigDecimal(number.toString()))
                        == 0;
    }

    @SuppressWarnings("NullAway") // Avro may have nulls
    private static Object toAvro(@Nullable Object value, Schema schema) {
        Schema.Type type = schema.getType();
        if (type == Schema.Type.UNION) {
            return toAvroUnion(value, schema);
        }
        if (value instanceof byte[] bytes) {
            return type == Schema.Type.FIXED
                    ? new GenericData.Fixed(schema, bytes)
                    : ByteBuffer.wrap(bytes);
        }
        if (value instanceof Integer number && type == Schema.Type.LONG) {
            return number.longValue();
        }
        if (value instanceof Number number && type == Schema.Type.DOUBLE) {
            return mayBecomeDouble(number) ? (Number) number.doubleValue() : number;
        }
        if (value instanceof String text && type == Schema.Type.ENUM) {
            return new GenericData.EnumSymbol(schema, text);
        }
        if (value instanceof List<?> list && type == Schema.Type.ARRAY) {
            List<Object> values = new ArrayList<>();
            list.forEach(each -> values.add(toAvro(each, schema.getElementType())));
            return values;
        }
        if (value instanceof Map<?, ?> map && type == Schema.Type.MAP) {
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach(
                    (key, each) ->
                            values.put(String.valueOf(key), toAvro(each, schema.getValueType())));
            return values;
        }
        if (value instanceof Map<?, ?> map
                && type == Schema.Type.RECORD
                && fieldNames(schema).containsAll(map.keySet())) { // otherwise values would be lost
            GenericData.Record record = new GenericData.Record(schema);
            for (Schema.Field field : schema.getFields()) {
                record.put(field.pos(), toAvro(map.get(field.name()), field.schema()));
            }
            return record;
        }
        return value;
    }
}
