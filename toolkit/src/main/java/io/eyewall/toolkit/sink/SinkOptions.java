package io.eyewall.toolkit.sink;

import java.io.Serializable;
import java.time.Duration;

/**
 * How a sink behaves, whatever its medium.
 *
 * @param batchTuples how many are written together, at most
 * @param batchAge what waits longer is written, though there are fewer; looked at with each tuple,
 *     and each second
 * @param retryFor how long a batch is tried again before its tuples fail
 * @param isStrict whether a tuple that can't be written fails the topology, instead of going to the
 *     dead letters
 */
public record SinkOptions(int batchTuples, Duration batchAge, Duration retryFor, boolean isStrict)
        implements Serializable {
    /** 100 tuples, half a second, tried for 10 s. */
    public static final SinkOptions DEFAULT =
            new SinkOptions(100, Duration.ofMillis(500), Duration.ofSeconds(10));

    /** Not strict. */
    public SinkOptions(int batchTuples, Duration batchAge, Duration retryFor) {
        this(batchTuples, batchAge, retryFor, false);
    }

    /** Checks them. */
    public SinkOptions {
        if (batchTuples < 1) {
            throw new IllegalArgumentException("a batch has at least 1 tuple: " + batchTuples);
        }
    }
}
