package io.eyewall.connectors.columnar;

import java.io.Serializable;
import org.apache.avro.Schema;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/** The Avro schema of a record. Serialized as text, and parsed again when it is first needed. */
final class RecordSchema implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String text;
    private transient @Nullable Schema parsed;

    RecordSchema(String text) {
        this.text = text;
        parsed = AvroValues.parse(text);
    }

    Schema schema() {
        Schema current = parsed;
        if (current == null) {
            current = AvroValues.parse(text);
            parsed = current;
        }
        return current;
    }

    Fields fields() {
        return new Fields(AvroValues.fieldNames(schema()));
    }
}
