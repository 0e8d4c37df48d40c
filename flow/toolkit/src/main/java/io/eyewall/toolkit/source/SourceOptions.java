package io.eyewall.toolkit.source;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a source that do not depend on its medium.
 *
 * @param maxPending number of messages in flight at which a task stops reading
 * @param maxAttempts how many times a message is emitted before it goes to the dead letters
 * @param retryAfter delay before a failed message is emitted again; doubles with each failure
 * @param commitEvery interval at which the reader commits completed messages to the medium
 * @param positions whether tuples get a field with their position, for exactly-once sinks
 * @param isStrict whether a bad record fails the topology instead of going to the dead letters
 * @param eventTime the event time of which the source sends markers; null: no markers
 * @param whyInexact why a new process can't know messages of the former one by their positions;
 *     null: it can
 */
public record SourceOptions(
        int maxPending,
        int maxAttempts,
        Duration retryAfter,
        Duration commitEvery,
        boolean positions,
        boolean isStrict,
        @Nullable EventTime eventTime,
        @Nullable String whyInexact)
        implements Serializable {
    /** Validates the limits. */
    public SourceOptions {
        if (maxPending < 1 || maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "maxPending and maxAttempts must be at least 1, but are "
                            + maxPending
                            + " and "
                            + maxAttempts);
        }
    }
}
