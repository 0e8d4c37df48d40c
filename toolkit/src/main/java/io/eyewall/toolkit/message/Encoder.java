package io.eyewall.toolkit.message;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.Serializable;
import org.apache.storm.tuple.Tuple;

/** Makes the bytes of a message from a tuple. */
@FunctionalInterface
public interface Encoder extends Serializable {
    /**
     * The bytes.
     *
     * @throws BadRecordException if the tuple can't be written so
     */
    byte[] encode(Tuple tuple) throws BadRecordException;

    /** One field: bytes as they are, all else as text in UTF-8. */
    static Encoder field(String field) {
        return tuple -> Values.bytes(tuple, field);
    }
}
