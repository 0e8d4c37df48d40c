package io.eyewall.toolkit.source;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a source behaves, whatever its medium.
 *
 * @param maxPending with so many messages in flight a task reads no more
 * @param maxAttempts how often a message is emitted before it goes to the dead letters
 * @param retryAfter a failed message is emitted again after this, then after twice as long
 * @param commitEvery how often the medium is told what is done
 * @param positions whether tuples have a field with it, for exactly once
 * @param isStrict whether a bad record fails the topology, instead of going to the dead letters
 * @param eventTime sends markers of time; null: none
 */
public record SourceOptions(
        int maxPending,
        int maxAttempts,
        Duration retryAfter,
        Duration commitEvery,
        boolean positions,
        boolean isStrict,
        @Nullable EventTime eventTime)
        implements Serializable {
    /** Checks them. */
    public SourceOptions {
        if (maxPending < 1 || maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "maxPending and maxAttempts are at least 1: "
                            + maxPending
                            + ", "
                            + maxAttempts);
        }
    }
}
