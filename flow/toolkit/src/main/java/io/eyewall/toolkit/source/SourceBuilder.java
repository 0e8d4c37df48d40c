package io.eyewall.toolkit.source;

import java.time.Duration;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/** The settings that the builders of all sources share. Not thread-safe. */
public abstract class SourceBuilder<B extends SourceBuilder<B>> {
    private int maxPending = 1000;
    private int maxAttempts = Integer.MAX_VALUE;
    private Duration retryAfter = Duration.ofMillis(100);
    private Duration commitEvery = Duration.ofMillis(200);
    private boolean addsPosition;
    private boolean isStrict;
    private @Nullable EventTime eventTime;

    /** Returns this builder under its own type. */
    protected abstract B self();

    /**
     * Sets the number of messages in flight at which a task stops reading; 1000 by default.
     * Messages that are read together, at most 1000, may exceed it.
     */
    public final B maxPending(int messages) {
        maxPending = messages;
        return self();
    }

    /**
     * Sets how many times a message is emitted before it goes to the dead letters. Unlimited by
     * default, because a sink also fails messages while its server is down.
     */
    public final B maxAttempts(int attempts) {
        maxAttempts = attempts;
        return self();
    }

    /**
     * Sets the delay after which a failed message is emitted again; 100 ms by default. The delay
     * doubles with each further failure of the message, up to 10 s.
     */
    public final B retryAfter(Duration delay) {
        retryAfter = delay;
        return self();
    }

    /**
     * Sets the interval at which the reader commits completed messages to the medium; 200 ms by
     * default.
     */
    public final B commitEvery(Duration interval) {
        commitEvery = interval;
        return self();
    }

    /**
     * Adds a field {@code position}, which sinks need in order to write exactly once.
     *
     * @throws IllegalStateException if this medium reuses positions, so that a sink would mistake
     *     new messages for messages that it has already written
     */
    public final B withPosition() {
        String reason = whyPositionsBeginAnew();
        if (reason != null) {
            throw new IllegalStateException(
                    "withPosition(): "
                            + reason
                            + ", so a sink would drop new messages as repeated ones; use a"
                            + " source whose positions last (Kafka, a Redis stream, a table,"
                            + " files), or write at least once");
        }
        addsPosition = true;
        return self();
    }

    /**
     * Returns the reason why two messages of this medium may get the same position, for example
     * because each process numbers messages from 0; null if all positions differ.
     */
    protected @Nullable String whyPositionsBeginAnew() {
        return null;
    }

    /**
     * Returns the reason why a new process can't know by their positions which messages a snapshot
     * of the former one contains; null if each task gets the same messages again, in the order of
     * their offsets.
     */
    protected @Nullable String whyInexactWithSnapshots() {
        return whyPositionsBeginAnew();
    }

    /** Makes a bad record fail the topology instead of going to the dead letters. */
    public final B strict() {
        isStrict = true;
        return self();
    }

    /**
     * Makes the source send window markers that carry the progress of event time; see {@link
     * EventTime}.
     */
    public final B eventTime(EventTime time) {
        eventTime = time;
        return self();
    }

    /** Returns the number of messages in flight at which a task stops reading. */
    protected final int maxPending() {
        return maxPending;
    }

    /** Returns the spout with this builder's settings. */
    protected final SourceSpout spout(SourceReader.Factory reader, Fields fields) {
        return new SourceSpout(
                reader,
                fields,
                new SourceOptions(
                        maxPending,
                        maxAttempts,
                        retryAfter,
                        commitEvery,
                        addsPosition,
                        isStrict,
                        eventTime,
                        whyInexactWithSnapshots()));
    }
}
