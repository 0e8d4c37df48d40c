package io.eyewall.connectors.redis;

import io.eyewall.toolkit.message.Decoder;
import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceReader;
import io.eyewall.toolkit.source.SourceSpout;
import org.jspecify.annotations.Nullable;

/**
 * Makes a spout that reads a list, a stream or channels.
 *
 * <ul>
 *   <li>{@link #list}: at least once. What is taken stays in a second list, {@code KEY:taken:TASK},
 *       until it is done, and comes back after a crash.
 *   <li>{@link #stream}: at least once, by a consumer group; entries of a task that is gone are
 *       claimed by others after a minute. Positions are those of the entries.
 *   <li>{@link #channels}: what is published while it listens, at most once, as Redis has it; what
 *       arrives while 10,000 messages wait is dropped, and counted in the log.
 * </ul>
 *
 * <p>Fields: those of the decoder; {@code value}, a text, unless told otherwise.
 */
public final class RedisSource extends SourceBuilder<RedisSource> {
    private final Kind kind;

    /** Whether Redis gives each message an id of its own. */
    private final boolean hasIds;

    private Decoder decoder = Decoder.text("value");
    private boolean untilEnd;

    /** Makes the reader of a task. */
    @FunctionalInterface
    private interface Kind extends java.io.Serializable {
        SourceReader reader(Decoder decoder, boolean untilEnd, int task, int tasks);
    }

    private RedisSource(boolean hasIds, Kind kind) {
        this.hasIds = hasIds;
        this.kind = kind;
    }

    /**
     * The elements of a list, from its left end.
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
     * The entries of a stream, from its beginning or where the group is.
     *
     * @param group is created unless it is there
     * @param field of an entry, which is decoded
     */
    public static RedisSource stream(String uri, String key, String group, String field) {
        return new RedisSource(
                true,
                (decoder, untilEnd, task, tasks) ->
                        new StreamReader(
                                new RedisConnection(uri),
                                new StreamReader.Place(key, group, field),
                                decoder,
                                untilEnd,
                                task));
    }

    /** Reads what is published to some channels; use one task, for each gets all. */
    public static RedisSource channels(String uri, String... channels) {
        String[] all = channels.clone();
        return new RedisSource(
                false, (decoder, untilEnd, task, tasks) -> new ChannelReader(uri, all, decoder));
    }

    /** Sets the decoder of messages; UTF-8 in a field {@code value} by default. */
    public RedisSource decode(Decoder with) {
        decoder = with;
        return this;
    }

    /** Ends when there is nothing more; not for channels. */
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

    /** The spout. */
    public SourceSpout build() {
        Kind of = kind;
        Decoder with = decoder;
        boolean end = untilEnd;
        return spout((task, tasks, conf) -> of.reader(with, end, task, tasks), decoder.fields());
    }
}
