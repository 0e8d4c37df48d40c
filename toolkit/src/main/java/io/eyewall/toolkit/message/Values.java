package io.eyewall.toolkit.message;

import io.eyewall.toolkit.failure.BadRecordException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.storm.tuple.Tuple;

/** Values of tuples as bytes and text. */
public final class Values {
    private static final int SHOWN = 200;

    private Values() {}

    /** A field, which must have a value: bytes as they are, all else as text in UTF-8. */
    public static byte[] bytes(Tuple tuple, String field) throws BadRecordException {
        Object value = value(tuple, field);
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        try {
            ByteBuffer bytes =
                    StandardCharsets.UTF_8
                            .newEncoder()
                            .encode(CharBuffer.wrap(String.valueOf(value)));
            byte[] exact = new byte[bytes.remaining()];
            bytes.get(exact);
            return exact;
        } catch (CharacterCodingException e) {
            throw new BadRecordException("field '" + field + "' is half a character", e);
        }
    }

    /** A field, which must have a value. */
    public static Object value(Tuple tuple, String field) throws BadRecordException {
        if (!tuple.contains(field)) {
            throw new IllegalArgumentException(
                    "tuple of '"
                            + tuple.getSourceComponent()
                            + "' has no field '"
                            + field
                            + "', only "
                            + tuple.getFields());
        }
        Object value = tuple.getValueByField(field);
        if (value == null) {
            throw new BadRecordException("field '" + field + "' is null", null);
        }
        return value;
    }

    /** What a person sees of bytes. */
    public static String text(byte[] bytes) {
        int length = Math.min(bytes.length, SHOWN);
        return new String(bytes, 0, length, StandardCharsets.UTF_8)
                + (length < bytes.length ? "... (" + bytes.length + " bytes)" : "");
    }
}
