package io.eyewall.connectors.redis;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
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
