package io.eyewall.toolkit.message;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.Serializable;
import java.util.List;
import org.apache.storm.tuple.Fields;

/**
 * Decodes the bytes of one record, such as the payload of a message of Kafka or MQTT, into the
 * values of a tuple. Called by the executor that owns the decoder.
 */
public interface Decoder extends Serializable {
    /** Returns the fields of the values that {@link #decode} returns. */
    Fields fields();

    /**
     * Returns the values of the fields.
     *
     * @throws BadRecordException if the bytes cannot be decoded
     */
    List<Object> decode(byte[] bytes) throws BadRecordException;

    /** Returns a decoder for text, which must be UTF-8, into one field. */
    static Decoder text(String field) {
        return new TextDecoder(field);
    }

    /** Returns a decoder that passes the bytes on in one field. */
    static Decoder bytes(String field) {
        return new BytesDecoder(field);
    }
}
