package io.eyewall.nativetask.codec;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Template of the specialized class of a schema: {@link #of} defines this class again as a hidden
 * class, with the schema as its constants. The JIT compiler therefore sees straight-line code
 * without a switch, and keeps the profiles of different topologies' tuples apart.
 */
final class HotValuesTemplate implements HotValues {

    static final int MAX_VALUES = 8;

    private static final byte[] CLASS_FILE = classFile();

    private static final int[] SCHEMA = schema();
    private static final int COUNT = SCHEMA.length;
    // Class ids, 0 after the last: constants of the compiled code.
    private static final int T0 = classId(0);
    private static final int T1 = classId(1);
    private static final int T2 = classId(2);
    private static final int T3 = classId(3);
    private static final int T4 = classId(4);
    private static final int T5 = classId(5);
    private static final int T6 = classId(6);
    private static final int T7 = classId(7);
    private static final boolean ONE_CLASS = isOneClass();

    private HotValuesTemplate() {}

    /**
     * Defines the specialized class of a schema.
     *
     * @return an instance, or null if the schema has no values or more than {@link #MAX_VALUES}
     */
    static @Nullable HotValues of(ValueType[] types) {
        if (types.length == 0 || types.length > MAX_VALUES) {
            return null;
        }
        int[] schema = new int[types.length];
        for (int i = 0; i < schema.length; i++) {
            schema[i] = types[i].classId;
        }
        try {
            MethodHandles.Lookup hidden =
                    MethodHandles.lookup().defineHiddenClassWithClassData(CLASS_FILE, schema, true);
            return (HotValues)
                    hidden.findConstructor(
                                    hidden.lookupClass(),
                                    java.lang.invoke.MethodType.methodType(void.class))
                            .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "cannot define a hidden class of " + HotValuesTemplate.class, e);
        }
    }

    private static byte[] classFile() {
        try (InputStream file =
                HotValuesTemplate.class.getResourceAsStream("HotValuesTemplate.class")) {
            return file == null ? new byte[0] : file.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + HotValuesTemplate.class, e);
        }
    }

    private static int[] schema() {
        try {
            int[] schema = MethodHandles.classData(MethodHandles.lookup(), "_", int[].class);
            return schema == null ? new int[0] : schema;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int classId(int i) {
        return i < SCHEMA.length ? SCHEMA[i] : 0;
    }

    private static boolean isOneClass() {
        for (int classId : SCHEMA) {
            if (classId != SCHEMA[0]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean write(KryoWriter writer, List<?> values) {
        int before = writer.position;
        if (writeAll(writer, values)) {
            return true;
        }
        writer.position = before;
        return false;
    }

    private static boolean writeAll(KryoWriter writer, List<?> values) {
        writer.ensure(4);
        if (ONE_CLASS) {
            writer.putByte(0x80 | (COUNT + 1));
            writer.putByte(T0);
            writer.putByte(0);
        } else {
            writer.putByte(COUNT + 1);
        }
        return (COUNT <= 0 || write(writer, T0, values.get(0)))
                && (COUNT <= 1 || write(writer, T1, values.get(1)))
                && (COUNT <= 2 || write(writer, T2, values.get(2)))
                && (COUNT <= 3 || write(writer, T3, values.get(3)))
                && (COUNT <= 4 || write(writer, T4, values.get(4)))
                && (COUNT <= 5 || write(writer, T5, values.get(5)))
                && (COUNT <= 6 || write(writer, T6, values.get(6)))
                && (COUNT <= 7 || write(writer, T7, values.get(7)));
    }

    private static boolean write(KryoWriter writer, int classId, @Nullable Object value) {
        if (!ONE_CLASS) {
            writer.ensure(16);
            writer.putByte(classId);
        }
        switch (classId) {
            case 0x02 -> {
                if (!(value instanceof Integer number)) {
                    return false;
                }
                writer.writeInt(number);
            }
            case 0x03 -> {
                if (!(value instanceof String text)) {
                    return false;
                }
                writer.writeText(text);
            }
            case 0x05 -> {
                if (!(value instanceof Boolean flag)) {
                    return false;
                }
                writer.writeByte(flag ? 1 : 0);
            }
            case 0x09 -> {
                if (!(value instanceof Long number)) {
                    return false;
                }
                writer.writeLong(number);
            }
            case 0x0a -> {
                if (!(value instanceof Double number)) {
                    return false;
                }
                writer.writeDouble(number);
            }
            case 0x0b -> {
                if (!(value instanceof byte[] bytes)) {
                    return false;
                }
                writer.writeBytes(bytes);
            }
            default -> {
                return ValueType.ofClassId(classId).tryWrite(writer, value);
            }
        }
        return true;
    }

    @Override
    public boolean read(KryoReader reader, @Nullable Object[] into) {
        Objects.checkIndex(COUNT - 1, into.length);
        if (ONE_CLASS) {
            if (reader.readByte() != (0x80 | (COUNT + 1))
                    || reader.readByte() != T0
                    || reader.readByte() != 0) {
                return false;
            }
        } else if (reader.readByte() != COUNT + 1) {
            return false;
        }
        return (COUNT <= 0 || read(reader, T0, into, 0))
                && (COUNT <= 1 || read(reader, T1, into, 1))
                && (COUNT <= 2 || read(reader, T2, into, 2))
                && (COUNT <= 3 || read(reader, T3, into, 3))
                && (COUNT <= 4 || read(reader, T4, into, 4))
                && (COUNT <= 5 || read(reader, T5, into, 5))
                && (COUNT <= 6 || read(reader, T6, into, 6))
                && (COUNT <= 7 || read(reader, T7, into, 7));
    }

    private static boolean read(KryoReader reader, int classId, @Nullable Object[] into, int i) {
        if (!ONE_CLASS && reader.readByte() != classId) {
            return false;
        }
        into[i] =
                switch (classId) {
                    case 0x02 -> reader.readInt();
                    case 0x03 -> reader.readText();
                    case 0x05 -> reader.readByte() != 0;
                    case 0x09 -> reader.readLong();
                    case 0x0a -> reader.readDouble();
                    case 0x0b -> reader.readBytes();
                    default -> ValueType.ofClassId(classId).read(reader);
                };
        return true;
    }
}
