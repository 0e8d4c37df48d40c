package io.eyewall.nativetask.codec;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of tuples that have one schema, as Storm's {@code KryoValuesSerializer} writes them:
 * the body of a {@code ListDelegate}.
 *
 * <pre>
 *   mixed       varint(n + 1), n x class and value; a null is class 00
 *   one class   flag varint(80, n + 1), class, 00 or 01 (some are null), n x value (or null)
 *   all null    flag varint(80, n + 1), 00
 *   empty       01
 * </pre>
 *
 * <p>Immutable, for any number of threads. Golden file: {@code native/golden/values.golden}.
 */
public final class ValuesCodec {

    private static final byte[] NOTHING = new byte[0];

    /** In place of a class: its name follows. */
    private static final int BY_NAME = 0x01;

    private final ValueType[] types;
    // Flag, count, class and 00, if values without nulls have one class; else empty.
    private final byte[] oneClassHeader;

    // Null: all tuples go the general way.
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

    /** The codec of tuples with these values, in this order. Every value may be null. */
    public static ValuesCodec of(ValueType... types) {
        for (ValueType type : types) {
            Objects.requireNonNull(type, "type");
        }
        return new ValuesCodec(types.clone());
    }

    /** As {@link #of}: what a caller has in a list. */
    public static ValuesCodec of(List<ValueType> types) {
        return new ValuesCodec(types.toArray(new ValueType[0]));
    }

    /** In their order; unmodifiable. */
    public List<ValueType> types() {
        return Collections.unmodifiableList(Arrays.asList(types));
    }

    /**
     * Appends the values of one tuple, or nothing.
     *
     * @throws CodecException if they are more, fewer, or of other classes than the schema says; the
     *     writer is as it was
     */
    // hot path: CodecBenchmark
    public void write(KryoWriter writer, List<?> values) {
        if (values.size() != types.length) {
            throw wrongNumber(values.size());
        }
        if (hot != null && hot.write(writer, values)) {
            return;
        }
        writeAny(writer, values);
    }

    private void writeAny(KryoWriter writer, List<?> values) {
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

    // Writes values of which some are null: the others decide whether there is one class.
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
                "the tuple has " + size + " values, the schema " + Arrays.toString(types));
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
     * @param into one place for each value; null values are null
     * @throws CodecException if the bytes are no such tuple; {@code into} then has some of it
     */
    // hot path: CodecBenchmark
    public void read(KryoReader reader, @Nullable Object[] into) {
        if (into.length != types.length) {
            throw new IllegalArgumentException(
                    "room for " + into.length + " values, the schema has " + types.length);
        }
        int from = reader.position();
        if (hot != null && hot.read(reader, into)) {
            return;
        }
        reader.back(from);
        readAny(reader, into);
    }

    private void readAny(KryoReader reader, @Nullable Object[] into) {
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
            throw otherClass(reader, 0, classId); // what follows is no value, not even null
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
