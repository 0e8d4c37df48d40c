package io.eyewall.connectors.redis;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list element, a stream entry or a publication.
 *
 * @param bytes the content; null if the entry lacks the requested field
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
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
