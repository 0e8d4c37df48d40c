package io.eyewall.connectors.redis;

import io.eyewall.toolkit.failure.BadRecordException;
import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.message.Values;
import io.eyewall.toolkit.progress.Position;
import io.eyewall.toolkit.source.Incoming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element of a list, an entry of a stream, or a publication on a channel, as a message.
 *
 * @param bytes the bytes to decode; null if an entry lacks the field to decode
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RedisMessage(Position position, byte @Nullable [] bytes, Decoder decoder)
        implements Incoming {
    @Override
    public List<Object> values() throws BadRecordException {
        if (bytes == null) {
            throw new BadRecordException("the entry of the stream lacks the field to decode", null);
        }
        return decoder.decode(bytes);
    }

    @Override
    public String text() {
        return bytes == null ? "" : Values.preview(bytes);
    }
}
