package io.eyewall.nativetask.codec;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The types of a tuple's values that need no class of the topology's: with their number on the wire
 * (Kryo's id + 2).
 */
public enum ValueType {
    INT(0x02, Integer.class, false),
    STRING(0x03, String.class, true),
    FLOAT(0x04, Float.class, false),
    BOOLEAN(0x05, Boolean.class, false),
    BYTE(0x06, Byte.class, false),
    CHAR(0x07, Character.class, false),
    SHORT(0x08, Short.class, false),
    LONG(0x09, Long.class, false),
    DOUBLE(0x0a, Double.class, false),
    BYTES(0x0b, byte[].class, true),
    BIG_INTEGER(0x10, BigInteger.class, true);

    private static final ValueType[] BY_CLASS_ID = byClassId();

    /** On the wire; all are below 0x80, so one byte. */
    final int classId;

    final Class<?> javaClass;

    /** Whether its serializer writes null itself; the others have a byte before each value. */
    final boolean acceptsNull;

    ValueType(int classId, Class<?> javaClass, boolean acceptsNull) {
        this.classId = classId;
        this.javaClass = javaClass;
        this.acceptsNull = acceptsNull;
    }

    /** Returns the byte that its serializer writes for null, or the mark before a null. */
    int nullByte() {
        return this == STRING ? 0x80 : 0;
    }

    private static ValueType[] byClassId() {
        var all = new ValueType[BIG_INTEGER.classId + 1];
        for (ValueType type : values()) {
            all[type.classId] = type;
        }
        return all;
    }

    /** Returns the type of a class id, which must be that of one of these. */
    static ValueType ofClassId(int classId) {
        return BY_CLASS_ID[classId];
    }

    /** False if it is null or of another class, and then nothing is written. */
    boolean tryWrite(KryoWriter writer, @Nullable Object value) {
        if (value == null || !javaClass.isInstance(value)) {
            return false;
        }
        write(writer, value);
        return true;
    }

    /** Without its class; never null. */
    void write(KryoWriter writer, Object value) {
        switch (this) {
            case INT -> writer.writeInt((Integer) value);
            case STRING -> writer.writeText((String) value);
            case FLOAT -> writer.writeFloat((Float) value);
            case BOOLEAN -> writer.writeByte((Boolean) value ? 1 : 0);
            case BYTE -> writer.writeByte((Byte) value);
            case CHAR -> writer.writeChar((Character) value);
            case SHORT -> writer.writeShort((Short) value);
            case LONG -> writer.writeLong((Long) value);
            case DOUBLE -> writer.writeDouble((Double) value);
            case BYTES -> writer.writeBytes((byte[]) value);
            case BIG_INTEGER -> writer.writeBytes(((BigInteger) value).toByteArray());
        }
    }

    /** Without its class; never null. */
    Object read(KryoReader reader) {
        return switch (this) {
            case INT -> reader.readInt();
            case STRING -> reader.readText();
            case FLOAT -> reader.readFloat();
            case BOOLEAN -> reader.readByte() != 0;
            case BYTE -> (byte) reader.readByte();
            case CHAR -> reader.readChar();
            case SHORT -> reader.readShort();
            case LONG -> reader.readLong();
            case DOUBLE -> reader.readDouble();
            case BYTES -> reader.readBytes();
            case BIG_INTEGER -> bigInteger(reader);
        };
    }

    private static BigInteger bigInteger(KryoReader reader) {
        byte[] value = reader.readBytes();
        if (value.length == 0) {
            throw CodecException.bytes(reader.position(), "a BigInteger of no bytes");
        }
        return new BigInteger(value);
    }
}
