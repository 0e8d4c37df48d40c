package io.eyewall.connectors.redis;

import io.eyewall.connectors.BadRecordException;
import io.eyewall.connectors.message.Decoder;
import io.eyewall.connectors.message.Values;
import io.eyewall.connectors.progress.Position;
import io.eyewall.connectors.source.Incoming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element, an entry or a publication.
 *
 * @param bytes null if the entry has not the field that was asked for
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares it
record RedisMessage(Position position, byte @Nullable [] bytes, Decoder decoder)
        implements Incoming {
    @Override
    public List<Object> values() throws BadRecordException {
        if (bytes == null) {
            throw new BadRecordException("the entry has no such field", null);
        }
        return decoder.decode(bytes);
    }

    @Override
    public String text() {
        return bytes == null ? "" : Values.text(bytes);
    }
}
