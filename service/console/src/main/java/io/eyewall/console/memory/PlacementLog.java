package io.eyewall.console.memory;

import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.placement.load.Traffic;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.Score;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last {@value #MAX_PLACEMENTS} adopted placements with their predicted and measured costs. A
 * report contains only the latest change, so of several changes between two polls only the last is
 * seen. Guarded by the owner's lock.
 */
public final class PlacementLog {
    /** The most placements; the oldest are dropped. */
    public static final int MAX_PLACEMENTS = 20;

    private static final int MAX_MOVES = 40;

    private final Deque<Adopted> adopted = new ArrayDeque<>();
    private @Nullable Latest latest;

    /**
     * An adopted plan. Costs are in nanoseconds per second, of all topologies of the process; NaN
     * if unknown.
     *
     * @param timeMs the time in milliseconds since 1970
     * @param algorithm the algorithm that computed the plan
     * @param reason why it was adopted
     * @param before the cost of the placement until then
     * @param predicted the predicted cost of the plan
     * @param measured the cost measured since, until the next change; NaN while nothing was
     *     measured
     * @param sentBefore tuples per second sent at the time of the change
     * @param sentAfter tuples per second sent at the time of {@code measured}
     * @param moves descriptions of the first {@value #MAX_MOVES} moves
     * @param moveCount the number of all moves
     */
    public record Adopted(
            long timeMs,
            String algorithm,
            String reason,
            double before,
            double predicted,
            double measured,
            double sentBefore,
            double sentAfter,
            List<String> moves,
            int moveCount) {}

    /**
     * The latest evaluation.
     *
     * @param timeMs the time in milliseconds since 1970
     * @param verdict the decision on its plan
     * @param reason the reason for the decision
     * @param algorithm the algorithm that computed the plan
     * @param present the cost of the current placement, in nanoseconds per second
     * @param predicted the cost of the plan
     */
    public record Latest(
            long timeMs,
            String verdict,
            String reason,
            String algorithm,
            double present,
            double predicted) {}

    /**
     * Applies a report.
     *
     * @return the plan that was adopted since the previous report, or null
     */
    public @Nullable Adopted update(PlacementReport report) {
        Adopted newlyAdopted = null;
        PlacementReport.Evaluation change = report.lastChange().orElse(null);
        if (change != null
                && (adopted.isEmpty() || adopted.getLast().timeMs() != change.timeMs())) {
            newlyAdopted = adopted(change);
            adopted.addLast(newlyAdopted);
            if (adopted.size() > MAX_PLACEMENTS) {
                adopted.removeFirst();
            }
        }
        PlacementReport.Evaluation evaluation = report.lastEvaluation().orElse(null);
        if (evaluation != null) {
            latest = latest(evaluation);
            if (!adopted.isEmpty() && evaluation.timeMs() > adopted.getLast().timeMs()) {
                adopted.addLast(outcome(adopted.removeLast(), evaluation));
            }
        }
        return newlyAdopted;
    }

    private static Adopted adopted(PlacementReport.Evaluation evaluation) {
        Plan plan = evaluation.advice().plan();
        List<String> moves = new ArrayList<>();
        for (Plan.Move move : plan.moves()) {
            if (moves.size() < MAX_MOVES) {
                moves.add(
                        BoundedText.line(move.executor().toString())
                                + ": "
                                + move.from()
                                + " \u2192 "
                                + move.to());
            }
        }
        return new Adopted(
                evaluation.timeMs(),
                BoundedText.line(plan.algorithm()),
                BoundedText.line(evaluation.advice().reason()),
                cost(plan.startScore()),
                cost(plan.score()),
                Double.NaN,
                sent(evaluation),
                Double.NaN,
                List.copyOf(moves),
                plan.moves().size());
    }

    private static Adopted outcome(Adopted change, PlacementReport.Evaluation evaluation) {
        return new Adopted(
                change.timeMs(),
                change.algorithm(),
                change.reason(),
                change.before(),
                change.predicted(),
                cost(evaluation.advice().plan().startScore()),
                change.sentBefore(),
                sent(evaluation),
                change.moves(),
                change.moveCount());
    }

    private static Latest latest(PlacementReport.Evaluation evaluation) {
        Plan plan = evaluation.advice().plan();
        return new Latest(
                evaluation.timeMs(),
                evaluation.advice().verdict().name(),
                BoundedText.line(evaluation.advice().reason()),
                BoundedText.line(plan.algorithm()),
                cost(plan.startScore()),
                cost(plan.score()));
    }

    private static double cost(@Nullable Score score) {
        return score == null ? Double.NaN : score.costNsPerSec();
    }

    private static double sent(PlacementReport.Evaluation evaluation) {
        return evaluation.window().traffic().stream().mapToDouble(Traffic::tuplesPerSec).sum();
    }

    /** Returns the adopted placements, oldest first. */
    public List<Adopted> adopted() {
        return List.copyOf(adopted);
    }

    /** Returns the latest evaluation; null if there was none. */
    public @Nullable Latest latest() {
        return latest;
    }
}
