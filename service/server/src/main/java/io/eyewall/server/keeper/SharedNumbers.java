package io.eyewall.server.keeper;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.metrics.RecentNumbers;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a topology, as all readers of a second share them. The first reader queries the
 * process, concurrent readers wait for the same answer. Thread-safe.
 */
final class SharedNumbers {
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(1);

    private final RemoteTopology topology;

    // Guarded by this.
    private long atNs = System.nanoTime() - FRESH_NS;
    private @Nullable RecentNumbers numbers;
    private @Nullable RuntimeException failure;

    SharedNumbers(RemoteTopology topology) {
        this.topology = topology;
    }

    /**
     * Returns the metrics. Throws the exceptions of {@link RemoteTopology}'s methods, then at each
     * call of the same second.
     */
    synchronized RecentNumbers get() {
        if (System.nanoTime() - atNs >= FRESH_NS) {
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
        atNs = System.nanoTime(); // not after an Error: the next reader tries again
    }
}
