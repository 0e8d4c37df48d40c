package io.eyewall.nativetask.codec;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the values of tuples of one schema in the bytes of Storm's {@code
 * KryoValuesSerializer}: the body of a {@code ListDelegate}.
 *
 * <pre>
 *   mixed       varint(n + 1), n x class and value; a null is class 00
 *   one class   flag varint(80, n + 1), class, 00 or 01 (some are null), n x value (or null)
 *   all null    flag varint(80, n + 1), 00
 *   empty       01
 * </pre>
 *
 * <p>Immutable and thread-safe. Golden file: {@code native/golden/values.golden}.
 */
public final class ValuesCodec {

    private static final byte[] NO_BYTES = new byte[0];

    /** Class id that announces a class name. */
    private static final int NAMED_CLASS = 0x01;

    private final ValueType[] types;
    // Flag, count, class and 00 if all types of the schema are the same; otherwise empty.
    private final byte[] oneClassHeader;

    // Null if all tuples take the slow path.
    private final @Nullable HotValues hotValues;

    private ValuesCodec(ValueType[] types) {
        this.types = types;
        hotValues = HotValuesTemplate.define(types);
        oneClassHeader = oneClassHeader(types);
    }

    private static byte[] oneClassHeader(ValueType[] types) {
        for (ValueType type : types) {
            if (type != types[0]) {
                return NO_BYTES;
            }
        }
        if (types.length == 0) {
            return NO_BYTES;
        }
        var header = new KryoWriter(16);
        header.writeFlagVarint(true, types.length + 1);
        header.writeByte(types[0].classId);
        header.writeByte(0);
        return header.toBytes();
    }

    /**
     * Returns the codec of tuples with values of these types, in this order. Every value may be
     * null.
     */
    public static ValuesCodec of(ValueType... types) {
        for (ValueType type : types) {
            Objects.requireNonNull(type, "type");
        }
        return new ValuesCodec(types.clone());
    }

    /** Returns the codec of tuples with values of these types, in this order. */
    public static ValuesCodec of(List<ValueType> types) {
        return new ValuesCodec(types.toArray(new ValueType[0]));
    }

    /** Returns the schema's types in order; unmodifiable. */
    public List<ValueType> types() {
        return Collections.unmodifiableList(Arrays.asList(types));
    }

    /**
     * Appends the values of one tuple.
     *
     * @throws CodecException if number or classes of the values do not match the schema; the writer
     *     is unchanged
     */
    // hot path: CodecBenchmark
    public void write(KryoWriter writer, List<?> values) {
        if (values.size() != types.length) {
            throw countError(values.size());
        }
        if (hotValues != null && hotValues.write(writer, values)) {
            return;
        }
        writeSlowly(writer, values);
    }

    private void writeSlowly(KryoWriter writer, List<?> values) {
        int startPosition = writer.position;
        try {
            if (oneClassHeader.length > 0) {
                writeOneClass(writer, values, startPosition);
            } else {
                writeMixed(writer, values, startPosition);
            }
        } catch (ClassCastException e) {
            writer.position = startPosition;
            throw writtenClassError(values, e);
        } catch (CodecException e) {
            writer.position = startPosition;
            throw e;
        }
    }

    private void writeOneClass(KryoWriter writer, List<?> values, int startPosition) {
        writer.writeRaw(oneClassHeader);
        ValueType type = types[0];
        for (int i = 0; i < types.length; i++) {
            Object value = values.get(i);
            if (value == null) {
                writer.position = startPosition;
                writeWithNulls(writer, values);
                return;
            }
            type.write(writer, value);
        }
    }

    private void writeMixed(KryoWriter writer, List<?> values, int startPosition) {
        ValueType[] schema = types;
        writer.writeFlagVarint(false, schema.length + 1);
        for (int i = 0; i < schema.length; i++) {
            Object value = values.get(i);
            if (value == null) {
                writer.position = startPosition;
                writeWithNulls(writer, values);
                return;
            }
            ValueType type = schema[i];
            writer.writeByte(type.classId);
            type.write(writer, value);
        }
    }

    // Writes values of which some are null. The form is that of one class if all other values have
    // the same type.
    private void writeWithNulls(KryoWriter writer, List<?> values) {
        ValueType commonType = null;
        boolean isMixed = false;
        for (int i = 0; i < types.length; i++) {
            if (values.get(i) != null) {
                isMixed |= commonType != null && commonType != types[i];
                commonType = types[i];
            }
        }
        writer.writeFlagVarint(!isMixed, types.length + 1);
        if (!isMixed) {
            writer.writeByte(commonType == null ? 0 : commonType.classId);
            if (commonType == null) {
                return;
            }
            writer.writeByte(1);
        }
        for (int i = 0; i < types.length; i++) {
            Object value = values.get(i);
            if (value == null) {
                writer.writeByte(isMixed || commonType == null ? 0 : commonType.nullByte());
                continue;
            }
            if (isMixed) {
                writer.writeByte(types[i].classId);
            } else if (!types[i].acceptsNull) {
                writer.writeByte(1);
            }
            types[i].write(writer, value);
        }
    }

    private CodecException countError(int size) {
        return CodecException.badValues(
                "the tuple has " + size + " values, but the schema is " + Arrays.toString(types));
    }

    private CodecException writtenClassError(List<?> values, ClassCastException cause) {
        for (int i = 0; i < types.length; i++) {
            Object value = values.get(i);
            if (value != null && !types[i].javaClass.isInstance(value)) {
                return CodecException.badValues(
                        "value "
                                + i
                                + " is a "
                                + value.getClass().getName()
                                + ", the schema says "
                                + types[i]);
            }
        }
        throw cause;
    }

    /**
     * Reads the values of one tuple.
     *
     * @param into receives the values; its length is that of the schema
     * @throws CodecException if the bytes are not a tuple of the schema; {@code into} is then
     *     partly filled
     */
    // hot path: CodecBenchmark
    public void read(KryoReader reader, @Nullable Object[] into) {
        if (into.length != types.length) {
            throw new IllegalArgumentException(
                    "the array has room for "
                            + into.length
                            + " values, but the schema has "
                            + types.length);
        }
        int startPosition = reader.position();
        if (hotValues != null && hotValues.read(reader, into)) {
            return;
        }
        reader.rewind(startPosition);
        readSlowly(reader, into);
    }

    private void readSlowly(KryoReader reader, @Nullable Object[] into) {
        ValueType[] schema = types;
        long flagged = reader.readFlagVarint();
        if ((int) flagged != schema.length + 1) {
            throw CodecException.badBytes(
                    reader.position(),
                    "a tuple of "
                            + (Integer.toUnsignedLong((int) flagged) - 1)
                            + " values, the schema has "
                            + schema.length);
        }
        if (flagged >>> 32 != 0) {
            readOneClass(reader, into);
            return;
        }
        for (int i = 0; i < schema.length; i++) {
            int classId = reader.readVarint();
            if (classId == schema[i].classId) {
                into[i] = schema[i].read(reader);
            } else if (classId == 0) {
                into[i] = null;
            } else {
                throw readClassError(reader, i, classId);
            }
        }
    }

    private void readOneClass(KryoReader reader, @Nullable Object[] into) {
        if (types.length == 0) {
            return;
        }
        int classId = reader.readVarint();
        if (classId == 0) {
            Arrays.fill(into, null);
            return;
        }
        if (classId == NAMED_CLASS) {
            throw readClassError(
                    reader, 0,
                    classId); // a class name follows, so no value can be read, not even null
        }
        boolean someNull = reader.readByte() != 0;
        for (int i = 0; i < types.length; i++) {
            ValueType type = types[i];
            if (classId != type.classId && !(someNull && isNull(reader, classId))) {
                throw readClassError(reader, i, classId);
            }
            into[i] = someNull ? readOrNull(reader, type, classId) : type.read(reader);
        }
    }

    private static boolean isNull(KryoReader reader, int classId) {
        return reader.peek() == nullByte(classId);
    }

    private static int nullByte(int classId) {
        return classId == ValueType.STRING.classId ? 0x80 : 0;
    }

    private static @Nullable Object readOrNull(KryoReader reader, ValueType type, int classId) {
        if (isNull(reader, classId)) {
            reader.readByte();
            return null;
        }
        if (!type.acceptsNull) {
            reader.readByte();
        }
        return type.read(reader);
    }

    private CodecException readClassError(KryoReader reader, int i, int classId) {
        return CodecException.badBytes(
                reader.position(),
                "value "
                        + i
                        + " has class 0x"
                        + Integer.toHexString(classId)
                        + ", the schema says "
                        + types[i]);
    }
}
