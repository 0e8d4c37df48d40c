package io.eyewall.toolkit.message;

import java.util.List;
import org.apache.storm.tuple.Fields;

/** Passes bytes on unchanged, in one field. */
final class BytesDecoder implements Decoder {
    private static final long serialVersionUID = 1L;
    private final String field;

    BytesDecoder(String field) {
        this.field = field;
    }

    @Override
    public Fields fields() {
        return new Fields(field);
    }

    @Override
    public List<Object> decode(byte[] bytes) {
        return List.of(bytes);
    }
}
