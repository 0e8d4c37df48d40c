package io.eyewall.sql.row;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import java.util.List;
import org.apache.storm.tuple.Fields;

/** Decodes a record to a row. */
public record RowDecoder(RowText text) implements Decoder {
    /** The single field of a tuple, which holds the row. */
    static final Fields FIELDS = new Fields("value");

    @Override
    public Fields fields() {
        return FIELDS;
    }

    @Override
    public List<Object> decode(byte[] bytes) throws BadRecordException {
        String record = (String) Decoder.text(FIELDS.get(0)).decode(bytes).get(0);
        return List.of((Object) text.parse(record));
    }
}
