package io.eyewall.server.keeper;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.metrics.RecentNumbers;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a topology; all readers within a second share them. The first reader queries the
 * process, concurrent readers wait for the same answer. Thread-safe.
 */
final class SharedNumbers {
    private static final long MAX_AGE_NS = TimeUnit.SECONDS.toNanos(1);

    private final RemoteTopology topology;

    // Guarded by this.
    private long readAtNs = System.nanoTime() - MAX_AGE_NS;
    private @Nullable RecentNumbers numbers;
    private @Nullable RuntimeException failure;

    SharedNumbers(RemoteTopology topology) {
        this.topology = topology;
    }

    /**
     * Returns the metrics. If reading them throws an exception of {@link RemoteTopology}'s methods,
     * each call within the same second throws it.
     */
    synchronized RecentNumbers get() {
        if (System.nanoTime() - readAtNs >= MAX_AGE_NS) {
            read();
        }
        if (failure != null) {
            throw failure;
        }
        return Objects.requireNonNull(numbers);
    }

    private void read() {
        failure = null;
        try {
            numbers = topology.recent();
        } catch (RuntimeException e) {
            failure = e; // so that concurrent readers don't wait as long again
        }
        // Not reached after an Error, so that the next reader tries again.
        readAtNs = System.nanoTime();
    }
}
