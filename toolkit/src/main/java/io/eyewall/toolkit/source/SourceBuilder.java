package io.eyewall.toolkit.source;

import java.time.Duration;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/** What the builders of all sources share. Not thread-safe. */
public abstract class SourceBuilder<B extends SourceBuilder<B>> {
    private int maxPending = 1000;
    private int maxAttempts = Integer.MAX_VALUE;
    private Duration retryAfter = Duration.ofMillis(100);
    private Duration commitEvery = Duration.ofMillis(200);
    private boolean positions;
    private boolean strict;
    private @Nullable EventTime eventTime;

    /** This, as what it is. */
    protected abstract B self();

    /**
     * With so many messages in flight a task reads no more; 1000 unless told otherwise. What is
     * read at once, at most 1000 messages, may be above it.
     */
    public final B maxPending(int messages) {
        maxPending = messages;
        return self();
    }

    /**
     * How often a message is emitted before it goes to the dead letters; without limit unless told
     * otherwise, for a sink whose server is down fails them, too.
     */
    public final B maxAttempts(int attempts) {
        maxAttempts = attempts;
        return self();
    }

    /**
     * How long after its failure a message is emitted again; then twice as long, at most 10 s; 100
     * ms.
     */
    public final B retryAfter(Duration delay) {
        retryAfter = delay;
        return self();
    }

    /** How often the medium is told what is done; 200 ms unless told otherwise. */
    public final B commitEvery(Duration interval) {
        commitEvery = interval;
        return self();
    }

    /**
     * Adds a field {@code position}, which sinks need to write exactly once.
     *
     * @throws IllegalStateException if positions of this medium begin anew, so that a sink would
     *     take new messages for some that it has written
     */
    public final B withPosition() {
        String reason = whyPositionsBeginAnew();
        if (reason != null) {
            throw new IllegalStateException(
                    "withPosition(): "
                            + reason
                            + ", so that a sink would leave out new messages as repeated ones; put"
                            + " what has positions that last between (Kafka, a Redis stream, a"
                            + " table, files), or write at least once");
        }
        positions = true;
        return self();
    }

    /** Why two messages of this medium may get the same position, or null if they never do. */
    protected @Nullable String whyPositionsBeginAnew() {
        return null;
    }

    /** A bad record fails the topology; it goes to the dead letters unless told otherwise. */
    public final B strict() {
        strict = true;
        return self();
    }

    /** Window markers say how far the time of events is; see {@link EventTime}. */
    public final B eventTime(EventTime time) {
        eventTime = time;
        return self();
    }

    /** With so many messages in flight a task reads no more. */
    protected final int maxPending() {
        return maxPending;
    }

    /** The spout. */
    protected final SourceSpout spout(SourceReader.Factory reader, Fields fields) {
        return new SourceSpout(
                reader,
                fields,
                new SourceOptions(
                        maxPending,
                        maxAttempts,
                        retryAfter,
                        commitEvery,
                        positions,
                        strict,
                        eventTime));
    }
}
