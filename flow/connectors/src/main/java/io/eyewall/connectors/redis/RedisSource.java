package io.eyewall.connectors.redis;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceReader;
import io.eyewall.toolkit.source.SourceSpout;
import org.jspecify.annotations.Nullable;

/**
 * Builds a spout that reads a list, a stream or channels.
 *
 * <ul>
 *   <li>{@link #list}: at least once. A taken element stays in a second list, {@code
 *       KEY:taken:TASK}, until its message is acked, and is read again after a crash.
 *   <li>{@link #stream}: at least once, by a consumer group; entries of a lost task are claimed by
 *       other tasks after a minute. Positions are derived from the entries' ids.
 *   <li>{@link #channels}: messages published while it is subscribed, at most once, as Redis
 *       delivers them; messages that arrive while 10,000 are queued are dropped, and their number
 *       is logged.
 * </ul>
 *
 * <p>Fields: the decoder's; {@code value}, a string, by default.
 */
public final class RedisSource extends SourceBuilder<RedisSource> {
    private final ReaderFactory readers;

    /** Whether each message has an id in Redis, from which its position is derived. */
    private final boolean hasIds;

    private Decoder decoder = Decoder.text("value");
    private boolean untilEnd;

    /** Creates the reader of a task. */
    @FunctionalInterface
    private interface ReaderFactory extends java.io.Serializable {
        SourceReader reader(Decoder decoder, boolean untilEnd, int task, int tasks);
    }

    private RedisSource(boolean hasIds, ReaderFactory readers) {
        this.hasIds = hasIds;
        this.readers = readers;
    }

    /**
     * Reads the elements of a list, from its left end.
     *
     * @param uri {@code redis://[user:password@]host:port[/database]}, {@code rediss} for TLS
     */
    public static RedisSource list(String uri, String key) {
        return new RedisSource(
                false,
                (decoder, untilEnd, task, tasks) ->
                        new ListReader(
                                new RedisConnection(uri), key, decoder, untilEnd, task, tasks));
    }

    /**
     * Reads the entries of a stream, from its beginning or from the group's position.
     *
     * @param group the consumer group, created if it does not exist
     * @param field the field of the entries to decode
     */
    public static RedisSource stream(String uri, String key, String group, String field) {
        return new RedisSource(
                true,
                (decoder, untilEnd, task, tasks) ->
                        new StreamReader(
                                new RedisConnection(uri),
                                new StreamReader.StreamField(key, group, field),
                                decoder,
                                untilEnd,
                                task));
    }

    /**
     * Reads the messages published to channels; use one task, because each task receives all
     * messages.
     */
    public static RedisSource channels(String uri, String... channels) {
        String[] channelNames = channels.clone();
        return new RedisSource(
                false,
                (decoder, untilEnd, task, tasks) -> new ChannelReader(uri, channelNames, decoder));
    }

    /** Sets the decoder of messages; UTF-8 in a field {@code value} by default. */
    public RedisSource decode(Decoder messages) {
        decoder = messages;
        return this;
    }

    /** Ends the source when nothing is left to read; not for channels. */
    public RedisSource untilEnd() {
        untilEnd = true;
        return this;
    }

    @Override
    protected RedisSource self() {
        return this;
    }

    @Override
    protected @Nullable String whyPositionsBeginAnew() {
        return hasIds ? null : "each process numbers elements and publications from 0";
    }

    @Override
    protected @Nullable String whyInexactWithSnapshots() {
        return hasIds
                ? "entries that are not acked for a minute move to another consumer"
                : whyPositionsBeginAnew();
    }

    /** Returns the spout. */
    public SourceSpout build() {
        // Local copies, as the serialized factory must not capture this builder.
        ReaderFactory taskReaders = readers;
        Decoder taskDecoder = decoder;
        boolean ends = untilEnd;
        return spout(
                (task, tasks, conf) -> taskReaders.reader(taskDecoder, ends, task, tasks),
                decoder.fields());
    }
}
