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
 * Placements that were adopted, with what they promised and what came of it: the last {@value
 * #MOST}. A report knows only the last; a change between two looks of the console is missed if
 * another follows before. Guarded by its owner's lock.
 */
public final class PlacementLog {
    /** More are forgotten, the oldest first. */
    public static final int MOST = 20;

    private static final int MOST_MOVES = 40;

    private final Deque<Adopted> adopted = new ArrayDeque<>();
    private @Nullable Latest latest;

    /**
     * A plan that was adopted. Costs are in nanoseconds per second, of all topologies of the
     * process; NaN if they are not known.
     *
     * @param timeMs when, in milliseconds since 1970
     * @param algorithm that found it
     * @param reason why it was adopted
     * @param before what the placement cost until then
     * @param predicted what it was to cost after
     * @param measured what it costs, or did until the next; NaN while nothing was measured since
     * @param sentBefore tuples per second that were sent then
     * @param sentAfter tuples per second at the time of {@code measured}
     * @param moves executors that moved, the first of them
     * @param moveCount how many moved
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
     * The last look.
     *
     * @param timeMs when, in milliseconds since 1970
     * @param verdict what became of its plan
     * @param reason why
     * @param algorithm that found it
     * @param present what the placement costs now, in nanoseconds per second
     * @param predicted what the plan would cost
     */
    public record Latest(
            long timeMs,
            String verdict,
            String reason,
            String algorithm,
            double present,
            double predicted) {}

    /**
     * Takes in a report.
     *
     * @return the plan that was adopted since the last, or null
     */
    public @Nullable Adopted update(PlacementReport report) {
        Adopted fresh = null;
        PlacementReport.Look change = report.lastChange().orElse(null);
        if (change != null
                && (adopted.isEmpty() || adopted.getLast().timeMs() != change.timeMs())) {
            fresh = adopted(change);
            adopted.addLast(fresh);
            if (adopted.size() > MOST) {
                adopted.removeFirst();
            }
        }
        PlacementReport.Look look = report.lastLook().orElse(null);
        if (look != null) {
            latest = latest(look);
            if (!adopted.isEmpty() && look.timeMs() > adopted.getLast().timeMs()) {
                adopted.addLast(outcome(adopted.removeLast(), look));
            }
        }
        return fresh;
    }

    private static Adopted adopted(PlacementReport.Look look) {
        Plan plan = look.advice().plan();
        List<String> moves = new ArrayList<>();
        for (Plan.Move move : plan.moves()) {
            if (moves.size() < MOST_MOVES) {
                moves.add(
                        Text.line(move.executor().toString())
                                + ": "
                                + move.from()
                                + " \u2192 "
                                + move.to());
            }
        }
        return new Adopted(
                look.timeMs(),
                Text.line(plan.algorithm()),
                Text.line(look.advice().reason()),
                cost(plan.startScore()),
                cost(plan.score()),
                Double.NaN,
                sent(look),
                Double.NaN,
                List.copyOf(moves),
                plan.moves().size());
    }

    private static Adopted outcome(Adopted change, PlacementReport.Look look) {
        return new Adopted(
                change.timeMs(),
                change.algorithm(),
                change.reason(),
                change.before(),
                change.predicted(),
                cost(look.advice().plan().startScore()),
                change.sentBefore(),
                sent(look),
                change.moves(),
                change.moveCount());
    }

    private static Latest latest(PlacementReport.Look look) {
        Plan plan = look.advice().plan();
        return new Latest(
                look.timeMs(),
                look.advice().verdict().name(),
                Text.line(look.advice().reason()),
                Text.line(plan.algorithm()),
                cost(plan.startScore()),
                cost(plan.score()));
    }

    private static double cost(@Nullable Score score) {
        return score == null ? Double.NaN : score.costNsPerSec();
    }

    private static double sent(PlacementReport.Look look) {
        return look.window().traffic().stream().mapToDouble(Traffic::tuplesPerSec).sum();
    }

    /** Those that are remembered, oldest first. */
    public List<Adopted> adopted() {
        return List.copyOf(adopted);
    }

    /** The last look; null while there was none. */
    public @Nullable Latest latest() {
        return latest;
    }
}
