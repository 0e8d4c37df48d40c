package io.eyewall.server.keeper;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.metrics.RecentNumbers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a topology at one poll. The first reader queries the process, concurrent readers
 * wait for the same answer, and the process is never queried again. Thread-safe.
 */
final class SharedNumbers {
    private final RemoteTopology topology;

    // Guarded by this.
    private @Nullable RecentNumbers numbers;
    private @Nullable RuntimeException failure;

    SharedNumbers(RemoteTopology topology) {
        this.topology = topology;
    }

    /**
     * Returns the metrics. Throws the exceptions of {@link RemoteTopology}'s methods, then at each
     * call.
     */
    synchronized RecentNumbers get() {
        if (failure != null) {
            throw failure;
        }
        if (numbers == null) {
            try {
                numbers = topology.recent();
            } catch (RuntimeException e) {
                failure = e; // so that concurrent readers don't wait as long again
                throw e;
            }
        }
        return Objects.requireNonNull(numbers);
    }
}
