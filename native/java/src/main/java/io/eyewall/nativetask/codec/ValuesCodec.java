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

    private static final byte[] NOTHING = new byte[0];

    /** Class id that announces a class name. */
    private static final int BY_NAME = 0x01;

    private final ValueType[] types;
    // Flag, count, class and 00 if all types of the schema are the same; otherwise empty.
    private final byte[] oneClassHeader;

    // Null if all tuples take the slow path.
    private final @Nullable HotValues hot;

    private ValuesCodec(ValueType[] types) {
        this.types = types;
        hot = HotValuesTemplate.of(types);
        oneClassHeader = oneClassHeader(types);
    }

    private static byte[] oneClassHeader(ValueType[] types) {
        for (ValueType type : types) {
            if (type != types[0]) {
                return NOTHING;
            }
        }
        if (types.length == 0) {
            return NOTHING;
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
            throw wrongNumber(values.size());
        }
        if (hot != null && hot.write(writer, values)) {
            return;
        }
        writeSlowly(writer, values);
    }

    private void writeSlowly(KryoWriter writer, List<?> values) {
        int before = writer.position;
        try {
            if (oneClassHeader.length > 0) {
                writeOneClass(writer, values, before);
            } else {
                writeMixed(writer, values, before);
            }
        } catch (ClassCastException e) {
            writer.position = before;
            throw wrongClass(values, e);
        } catch (CodecException e) {
            writer.position = before;
            throw e;
        }
    }

    private void writeOneClass(KryoWriter writer, List<?> values, int before) {
        writer.writeRaw(oneClassHeader);
        ValueType type = types[0];
        for (int i = 0; i < types.length; i++) {
            Object value = values.get(i);
            if (value == null) {
                writer.position = before;
                writeWithNulls(writer, values);
                return;
            }
            type.write(writer, value);
        }
    }

    private void writeMixed(KryoWriter writer, List<?> values, int before) {
        ValueType[] all = types;
        writer.writeFlagVarint(false, all.length + 1);
        for (int i = 0; i < all.length; i++) {
            Object value = values.get(i);
            if (value == null) {
                writer.position = before;
                writeWithNulls(writer, values);
                return;
            }
            ValueType type = all[i];
            writer.writeByte(type.classId);
            type.write(writer, value);
        }
    }

    // Writes values of which some are null; the other values decide whether there is one class.
    private void writeWithNulls(KryoWriter writer, List<?> values) {
        ValueType common = null;
        boolean mixed = false;
        for (int i = 0; i < types.length; i++) {
            if (values.get(i) != null) {
                mixed |= common != null && common != types[i];
                common = types[i];
            }
        }
        writer.writeFlagVarint(!mixed, types.length + 1);
        if (!mixed) {
            writer.writeByte(common == null ? 0 : common.classId);
            if (common == null) {
                return;
            }
            writer.writeByte(1);
        }
        for (int i = 0; i < types.length; i++) {
            Object value = values.get(i);
            if (value == null) {
                writer.writeByte(mixed || common == null ? 0 : common.nullByte());
                continue;
            }
            if (mixed) {
                writer.writeByte(types[i].classId);
            } else if (!types[i].acceptsNull) {
                writer.writeByte(1);
            }
            types[i].write(writer, value);
        }
    }

    private CodecException wrongNumber(int size) {
        return CodecException.values(
                "the tuple has " + size + " values, but the schema is " + Arrays.toString(types));
    }

    private CodecException wrongClass(List<?> values, ClassCastException cause) {
        for (int i = 0; i < types.length; i++) {
            Object value = values.get(i);
            if (value != null && !types[i].javaClass.isInstance(value)) {
                return CodecException.values(
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
        int from = reader.position();
        if (hot != null && hot.read(reader, into)) {
            return;
        }
        reader.rewind(from);
        readSlowly(reader, into);
    }

    private void readSlowly(KryoReader reader, @Nullable Object[] into) {
        ValueType[] all = types;
        long flagged = reader.readFlagVarint();
        if ((int) flagged != all.length + 1) {
            throw CodecException.bytes(
                    reader.position(),
                    "a tuple of "
                            + (Integer.toUnsignedLong((int) flagged) - 1)
                            + " values, the schema has "
                            + all.length);
        }
        if (flagged >>> 32 != 0) {
            readOneClass(reader, into);
            return;
        }
        for (int i = 0; i < all.length; i++) {
            int classId = reader.readVarint();
            if (classId == all[i].classId) {
                into[i] = all[i].read(reader);
            } else if (classId == 0) {
                into[i] = null;
            } else {
                throw otherClass(reader, i, classId);
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
        if (classId == BY_NAME) {
            throw otherClass(
                    reader, 0,
                    classId); // a class name follows, so no value can be read, not even null
        }
        boolean someNull = reader.readByte() != 0;
        for (int i = 0; i < types.length; i++) {
            ValueType type = types[i];
            if (classId != type.classId && !(someNull && isNull(reader, classId))) {
                throw otherClass(reader, i, classId);
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

    private CodecException otherClass(KryoReader reader, int i, int classId) {
        return CodecException.bytes(
                reader.position(),
                "value "
                        + i
                        + " has class 0x"
                        + Integer.toHexString(classId)
                        + ", the schema says "
                        + types[i]);
    }
}
