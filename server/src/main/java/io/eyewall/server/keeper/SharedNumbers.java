package io.eyewall.server.keeper;

import io.eyewall.control.RemoteTopology;
import io.eyewall.engine.metrics.RecentNumbers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of a topology, which its process is asked for when the first wants them, and never again:
 * all who want them at that time wait for the same answer. Thread-safe.
 */
final class SharedNumbers {
    private final RemoteTopology topology;

    // Guarded by this.
    private @Nullable RecentNumbers numbers;
    private @Nullable RuntimeException failure;

    SharedNumbers(RemoteTopology topology) {
        this.topology = topology;
    }

    /** The numbers; throws what the methods of {@link RemoteTopology} do, then each time. */
    synchronized RecentNumbers get() {
        if (failure != null) {
            throw failure;
        }
        if (numbers == null) {
            try {
                numbers = topology.recent();
            } catch (RuntimeException e) {
                failure = e; // who has waited meanwhile does not wait as long again
                throw e;
            }
        }
        return Objects.requireNonNull(numbers);
    }
}
