package io.eyewall.nativetask.codec;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Template of the specialized class of a schema: {@link #define} defines this class again as a
 * hidden class, with the schema as its constants. The JIT compiler therefore sees straight-line
 * code without a switch, and keeps the profiles of different topologies' tuples apart.
 */
final class HotValuesTemplate implements HotValues {

    static final int MAX_VALUES = 8;

    private static final byte[] CLASS_FILE = classFile();

    private static final int[] SCHEMA = schema();
    private static final int COUNT = SCHEMA.length;
    // The class ids of the schema's values, 0 beyond the last; constants of the compiled code.
    private static final int CLASS_ID_0 = classId(0);
    private static final int CLASS_ID_1 = classId(1);
    private static final int CLASS_ID_2 = classId(2);
    private static final int CLASS_ID_3 = classId(3);
    private static final int CLASS_ID_4 = classId(4);
    private static final int CLASS_ID_5 = classId(5);
    private static final int CLASS_ID_6 = classId(6);
    private static final int CLASS_ID_7 = classId(7);
    private static final boolean ONE_CLASS = isOneClass();

    private HotValuesTemplate() {}

    /**
     * Defines the specialized class of a schema.
     *
     * @return an instance, or null if the schema has no values or more than {@link #MAX_VALUES}
     */
    static @Nullable HotValues define(ValueType[] types) {
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
            // classData accepts no name other than "_".
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
        int startPosition = writer.position;
        if (writeInOrder(writer, values)) {
            return true;
        }
        writer.position = startPosition;
        return false;
    }

    private static boolean writeInOrder(KryoWriter writer, List<?> values) {
        writer.ensureCapacity(4);
        if (ONE_CLASS) {
            writer.putByte(0x80 | (COUNT + 1));
            writer.putByte(CLASS_ID_0);
            writer.putByte(0);
        } else {
            writer.putByte(COUNT + 1);
        }
        return (COUNT <= 0 || write(writer, CLASS_ID_0, values.get(0)))
                && (COUNT <= 1 || write(writer, CLASS_ID_1, values.get(1)))
                && (COUNT <= 2 || write(writer, CLASS_ID_2, values.get(2)))
                && (COUNT <= 3 || write(writer, CLASS_ID_3, values.get(3)))
                && (COUNT <= 4 || write(writer, CLASS_ID_4, values.get(4)))
                && (COUNT <= 5 || write(writer, CLASS_ID_5, values.get(5)))
                && (COUNT <= 6 || write(writer, CLASS_ID_6, values.get(6)))
                && (COUNT <= 7 || write(writer, CLASS_ID_7, values.get(7)));
    }

    private static boolean write(KryoWriter writer, int classId, @Nullable Object value) {
        if (!ONE_CLASS) {
            writer.ensureCapacity(16);
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
                    || reader.readByte() != CLASS_ID_0
                    || reader.readByte() != 0) {
                return false;
            }
        } else if (reader.readByte() != COUNT + 1) {
            return false;
        }
        return (COUNT <= 0 || read(reader, CLASS_ID_0, into, 0))
                && (COUNT <= 1 || read(reader, CLASS_ID_1, into, 1))
                && (COUNT <= 2 || read(reader, CLASS_ID_2, into, 2))
                && (COUNT <= 3 || read(reader, CLASS_ID_3, into, 3))
                && (COUNT <= 4 || read(reader, CLASS_ID_4, into, 4))
                && (COUNT <= 5 || read(reader, CLASS_ID_5, into, 5))
                && (COUNT <= 6 || read(reader, CLASS_ID_6, into, 6))
                && (COUNT <= 7 || read(reader, CLASS_ID_7, into, 7));
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
