package io.eyewall.toolkit.message;

import io.eyewall.toolkit.failure.BadRecordException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.storm.tuple.Tuple;

/** Converts values of tuples to bytes and text. */
public final class Values {
    private static final int MAX_PREVIEW_BYTES = 200;

    private Values() {}

    /**
     * Returns the value of a field, which must not be null: bytes unchanged, all other values as
     * text in UTF-8.
     */
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
            throw new BadRecordException(
                    "field '" + field + "' contains half of a surrogate pair", e);
        }
    }

    /** Returns the value of a field, which must not be null. */
    public static Object value(Tuple tuple, String field) throws BadRecordException {
        if (!tuple.contains(field)) {
            throw new IllegalArgumentException(
                    "tuple of '"
                            + tuple.getSourceComponent()
                            + "' has no field '"
                            + field
                            + "'; it has "
                            + tuple.getFields());
        }
        Object value = tuple.getValueByField(field);
        if (value == null) {
            throw new BadRecordException("field '" + field + "' is null", null);
        }
        return value;
    }

    /**
     * Returns at most the first {@value #MAX_PREVIEW_BYTES} bytes as text, for a person to read.
     */
    public static String preview(byte[] bytes) {
        int length = Math.min(bytes.length, MAX_PREVIEW_BYTES);
        return new String(bytes, 0, length, StandardCharsets.UTF_8)
                + (length < bytes.length ? "... (" + bytes.length + " bytes)" : "");
    }
}
