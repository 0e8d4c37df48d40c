package io.eyewall.toolkit.message;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.Serializable;
import org.apache.storm.tuple.Tuple;

/** Encodes a tuple into the bytes of a message. Called by the executor that owns the encoder. */
@FunctionalInterface
public interface Encoder extends Serializable {
    /**
     * Returns the bytes.
     *
     * @throws BadRecordException if the tuple cannot be encoded
     */
    byte[] encode(Tuple tuple) throws BadRecordException;

    /**
     * Returns an encoder of one field: bytes are taken unchanged, all other values as text in
     * UTF-8.
     */
    static Encoder field(String field) {
        return tuple -> Values.bytes(tuple, field);
    }
}
