package io.eyewall.toolkit.sink;

import java.time.Duration;

/** What the builders of all sinks share. Not thread-safe. */
public abstract class SinkBuilder<B extends SinkBuilder<B>> {
    private SinkOptions options;

    /**
     * @param options unless told otherwise
     */
    protected SinkBuilder(SinkOptions options) {
        this.options = options;
    }

    /** This, as what it is. */
    protected abstract B self();

    /**
     * When a batch is written: with so many tuples, or when the first has waited so long (looked at
     * with each tuple, and each second). Keep {@code topology.max.spout.pending} above the tuples.
     */
    public final B batch(int tuples, Duration age) {
        options = new SinkOptions(tuples, age, options.retryFor(), options.isStrict());
        return self();
    }

    /** How long a batch is tried again before its tuples fail; 10 s unless told otherwise. */
    public final B retryFor(Duration limit) {
        options =
                new SinkOptions(
                        options.batchTuples(), options.batchAge(), limit, options.isStrict());
        return self();
    }

    /** A tuple that can't be written fails the topology; else it goes to the dead letters. */
    public final B strict() {
        options =
                new SinkOptions(
                        options.batchTuples(), options.batchAge(), options.retryFor(), true);
        return self();
    }

    /** The bolt. */
    protected final SinkBolt bolt(SinkWriter.Factory writer) {
        return new SinkBolt(writer, options);
    }
}
