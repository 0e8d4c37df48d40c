package io.eyewall.engine.metrics;

import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements and decisions of placement by load and traffic. They are those of all the
 * engine's topologies together, except for {@code moves}.
 *
 * @param lastEvaluation the last evaluation; empty while nothing was measured
 * @param lastChange the last evaluation whose plan was adopted. The cost of its plan is the
 *     prediction; the cost of the present placement in {@code lastEvaluation} shows what came of it
 * @param moves how many times an executor of this topology was moved to another core
 */
public record PlacementReport(
        Optional<Evaluation> lastEvaluation, Optional<Evaluation> lastChange, int moves) {

    /**
     * One evaluation of load and traffic.
     *
     * @param timeMs milliseconds since 1970, by the engine's clock
     * @param window load and traffic since the last evaluation
     * @param cores counters of each core in that time, in which a core may have slept
     * @param places the executors' places: {@code core-0} and so on
     * @param advice the advised places and the reasons
     */
    public record Evaluation(
            long timeMs,
            Snapshot window,
            List<CoreMetrics> cores,
            Map<ExecutorId, String> places,
            Advice advice) {
        public Evaluation {
            cores = List.copyOf(cores);
            places = Map.copyOf(places);
        }
    }

    /** Returns the advice of the last evaluation, with its plan. */
    public Optional<Advice> lastAdvice() {
        return lastEvaluation.map(Evaluation::advice);
    }
}
