package io.eyewall.sql.row;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Encoder;
import java.nio.charset.StandardCharsets;
import org.apache.storm.tuple.Tuple;

/**
 * Encodes a row as a message, or one of its columns as the message's key.
 *
 * @param column the column to encode as the key; -1 to encode the row as a message
 */
public record RowEncoder(RowText text, int column) implements Encoder {
    @Override
    public byte[] encode(Tuple tuple) throws BadRecordException {
        Object[] row = (Object[]) tuple.getValueByField("value");
        String message =
                column < 0 ? text.print(row) : Texts.print(text.columns().get(column), row[column]);
        if (message == null) {
            String name = text.columns().get(column).name();
            throw new BadRecordException("column " + name + " is the key, and has no value", null);
        }
        return message.getBytes(StandardCharsets.UTF_8);
    }
}
