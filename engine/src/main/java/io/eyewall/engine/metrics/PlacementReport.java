package io.eyewall.engine.metrics;

import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What placement by traffic has seen and decided, for all topologies of the engine together.
 *
 * @param lastLook the last look; empty while nothing was measured
 * @param lastChange the last look whose plan was adopted; what it predicted is the cost of that
 *     plan, what became of it the cost of the present placement in the last look
 * @param moves how many times an executor of this topology has been moved to another core
 */
public record PlacementReport(Optional<Look> lastLook, Optional<Look> lastChange, int moves) {

    /**
     * One look at load and traffic.
     *
     * @param timeMs when, in milliseconds since 1970 by the engine's clock
     * @param window what was measured since the look before
     * @param cores what each core did in that time; those that slept are parked
     * @param places where executors were: {@code core-0} and so on
     * @param advice where they should be, and why
     */
    public record Look(
            long timeMs,
            Snapshot window,
            List<CoreMetrics> cores,
            Map<ExecutorId, String> places,
            Advice advice) {
        public Look {
            cores = List.copyOf(cores);
            places = Map.copyOf(places);
        }
    }

    /** The last answer, with its plan. */
    public Optional<Advice> lastAdvice() {
        return lastLook.map(Look::advice);
    }
}
