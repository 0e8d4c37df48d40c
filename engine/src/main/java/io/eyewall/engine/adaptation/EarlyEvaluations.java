package io.eyewall.engine.adaptation;

import io.eyewall.engine.metrics.CoreMetrics;
import java.util.List;

/**
 * Looks between two periods, as long as something is so that should not wait for the end of one; a
 * few only, where it stays so. For the monitor's thread, which asks a few times per second.
 */
final class EarlyEvaluations {
    /** The first window may have begun before; a plan must win in two. */
    private static final int MOST = 8;

    private final Reason reason;
    private List<CoreMetrics> last = List.of();
    private long lastNs;
    private int running;

    /** What should not wait. */
    interface Reason {
        /**
         * @param cores what each has counted in the time that has passed
         */
        boolean holds(List<CoreMetrics> cores, long passedNs);
    }

    EarlyEvaluations(Reason reason) {
        this.reason = reason;
    }

    /**
     * Whether a look should be made now.
     *
     * @param cores what they have counted so far
     */
    boolean isDue(long nowNs, List<CoreMetrics> cores) {
        List<CoreMetrics> before = last;
        boolean holds =
                !before.isEmpty()
                        && nowNs > lastNs
                        && reason.holds(
                                cores.stream().map(c -> c.since(before.get(c.core()))).toList(),
                                nowNs - lastNs);
        last = cores;
        lastNs = nowNs;
        running = holds ? running + 1 : 0;
        return holds && running <= MOST;
    }

    /** Executors have moved: one change may not suffice. */
    void onMoved() {
        running = 0;
    }
}
