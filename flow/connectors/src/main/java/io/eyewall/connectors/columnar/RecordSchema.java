package io.eyewall.connectors.columnar;

import java.io.Serializable;
import org.apache.avro.Schema;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/** The schema of a record, serialized as its text. */
final class RecordSchema implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String text;
    private transient @Nullable Schema parsed;

    RecordSchema(String text) {
        this.text = text;
        parsed = AvroValues.parse(text);
    }

    Schema get() {
        Schema known = parsed;
        if (known == null) {
            known = AvroValues.parse(text);
            parsed = known;
        }
        return known;
    }

    Fields fields() {
        return new Fields(AvroValues.fields(get()));
    }
}
