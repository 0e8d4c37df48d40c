package io.eyewall.sql.row;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import java.util.List;
import org.apache.storm.tuple.Fields;

/** The row of a message. */
public record RowDecoder(RowText text) implements Decoder {
    /** One field, as operators have it. */
    static final Fields FIELDS = new Fields("value");

    @Override
    public Fields fields() {
        return FIELDS;
    }

    @Override
    public List<Object> decode(byte[] bytes) throws BadRecordException {
        String record = (String) Decoder.text("value").decode(bytes).get(0);
        return List.of((Object) text.parse(record));
    }
}
