package io.eyewall.nativetask.codec;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The types of values that need no user classes, each with its class id on the wire (Kryo's id +
 * 2).
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

    /** Class id on the wire; all are below 0x80 and take one byte. */
    final int classId;

    final Class<?> javaClass;

    /**
     * Whether the type's serializer writes null itself; the other types have a byte before each
     * value.
     */
    final boolean acceptsNull;

    ValueType(int classId, Class<?> javaClass, boolean acceptsNull) {
        this.classId = classId;
        this.javaClass = javaClass;
        this.acceptsNull = acceptsNull;
    }

    /** Returns the byte that stands for null: the serializer's, or the mark before a value. */
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

    /** Returns the type of a class id, which must belong to one of these types. */
    static ValueType ofClassId(int classId) {
        return BY_CLASS_ID[classId];
    }

    /**
     * Writes a value without its class id; returns false, writing nothing, if it is null or has
     * another class.
     */
    boolean tryWrite(KryoWriter writer, @Nullable Object value) {
        if (value == null || !javaClass.isInstance(value)) {
            return false;
        }
        write(writer, value);
        return true;
    }

    /** Writes a value, which is not null, without its class id. */
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

    /** Reads a value, which is not null, after its class id. */
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
            case BIG_INTEGER -> readBigInteger(reader);
        };
    }

    private static BigInteger readBigInteger(KryoReader reader) {
        byte[] value = reader.readBytes();
        if (value.length == 0) {
            throw CodecException.badBytes(reader.position(), "a BigInteger of no bytes");
        }
        return new BigInteger(value);
    }
}
