package io.eyewall.toolkit.sink;

import java.io.Serializable;
import java.time.Duration;

/**
 * The settings of a sink that do not depend on its medium.
 *
 * @param batchTuples greatest number of tuples that are written together
 * @param batchAge time after which a smaller batch is written; checked with each tuple and once per
 *     second
 * @param retryFor how long a batch is retried before its tuples fail
 * @param isStrict whether a tuple that can never be written fails the topology instead of going to
 *     the dead letters
 * @param isTransactional whether the writer is a {@link TransactionalWriter} that writes snapshots
 */
public record SinkOptions(
        int batchTuples,
        Duration batchAge,
        Duration retryFor,
        boolean isStrict,
        boolean isTransactional)
        implements Serializable {
    /** Batches of 100 tuples or half a second, retried for 10 s; not strict. */
    public static final SinkOptions DEFAULT =
            new SinkOptions(100, Duration.ofMillis(500), Duration.ofSeconds(10));

    /** Creates settings that are neither strict nor transactional. */
    public SinkOptions(int batchTuples, Duration batchAge, Duration retryFor) {
        this(batchTuples, batchAge, retryFor, false, false);
    }

    /** Validates the batch size. */
    public SinkOptions {
        if (batchTuples < 1) {
            throw new IllegalArgumentException(
                    "batchTuples must be at least 1, but is " + batchTuples);
        }
    }
}
