package io.eyewall.toolkit.message;

import io.eyewall.toolkit.failure.BadRecordException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.storm.tuple.Fields;

/** Decodes strict UTF-8 into one field. */
final class TextDecoder implements Decoder {
    private static final long serialVersionUID = 1L;
    private final String field;

    TextDecoder(String field) {
        this.field = field;
    }

    @Override
    public Fields fields() {
        return new Fields(field);
    }

    @Override
    public List<Object> decode(byte[] bytes) throws BadRecordException {
        try {
            return List.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            throw new BadRecordException("not UTF-8", e);
        }
    }
}
