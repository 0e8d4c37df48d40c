package io.eyewall.toolkit.sink;

import java.time.Duration;

/** The settings that the builders of all sinks share. Not thread-safe. */
public abstract class SinkBuilder<B extends SinkBuilder<B>> {
    private SinkOptions options;

    /**
     * Creates a builder.
     *
     * @param options the default settings of the sink
     */
    protected SinkBuilder(SinkOptions options) {
        this.options = options;
    }

    /** Returns this builder under its own type. */
    protected abstract B self();

    /**
     * Sets when a batch is written: when it has the given number of tuples, or when its first tuple
     * has waited for the given time, which is checked with each tuple and once per second. Set
     * {@code topology.max.spout.pending} to more than the number of tuples.
     */
    public final B batch(int tuples, Duration age) {
        options =
                new SinkOptions(
                        tuples,
                        age,
                        options.retryFor(),
                        options.isStrict(),
                        options.isTransactional());
        return self();
    }

    /** Sets how long a batch is retried before its tuples fail; 10 s by default. */
    public final B retryFor(Duration limit) {
        options =
                new SinkOptions(
                        options.batchTuples(),
                        options.batchAge(),
                        limit,
                        options.isStrict(),
                        options.isTransactional());
        return self();
    }

    /**
     * Makes a tuple that can never be written fail the topology instead of going to the dead
     * letters.
     */
    public final B strict() {
        options =
                new SinkOptions(
                        options.batchTuples(),
                        options.batchAge(),
                        options.retryFor(),
                        true,
                        options.isTransactional());
        return self();
    }

    /**
     * Makes the sink write each snapshot in one transaction. Its writer must be a {@link
     * TransactionalWriter}.
     */
    protected final void writeSnapshots() {
        options =
                new SinkOptions(
                        options.batchTuples(),
                        options.batchAge(),
                        options.retryFor(),
                        options.isStrict(),
                        true);
    }

    /** Returns the bolt with this builder's settings. */
    protected final SinkBolt bolt(SinkWriter.Factory writer) {
        return new SinkBolt(writer, options);
    }
}
