package io.eyewall.toolkit.message;

import io.eyewall.toolkit.failure.BadRecordException;
import java.io.Serializable;
import java.util.List;
import org.apache.storm.tuple.Fields;

/** Makes the values of a tuple from the bytes of a message. */
public interface Decoder extends Serializable {
    /** The fields that it makes. */
    Fields fields();

    /**
     * The values of the fields.
     *
     * @throws BadRecordException if the bytes are none of what was expected
     */
    List<Object> decode(byte[] bytes) throws BadRecordException;

    /** One field with the text, which must be UTF-8. */
    static Decoder text(String field) {
        return new TextDecoder(field);
    }

    /** One field with the bytes. */
    static Decoder bytes(String field) {
        return new BytesDecoder(field);
    }
}
