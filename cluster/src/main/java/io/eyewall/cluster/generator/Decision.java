package io.eyewall.cluster.generator;

import io.eyewall.placement.advice.Advice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one evaluation of a cluster; kept, and shown to people as JSON.
 *
 * @param timeMs when, in milliseconds since 1970
 * @param why it was looked
 * @param verdict of an {@link Advice}, or {@code NOTHING}, {@code FAILED}, {@code REBALANCE}
 * @param reason in a sentence
 * @param algorithm with its parameters
 * @param number of the plan that was adopted; null if none was
 * @param presentMsPerSec what the placement costs, in milliseconds of work per second; null if
 *     somebody has no place
 * @param plannedMsPerSec what it would cost by the plan
 * @param nodesNow in use
 * @param nodesPlanned by the plan
 * @param moves executors that leave their node, or have none
 * @param overloaded nodes that are used beyond theta, each in a sentence
 * @param hot executors that one thread hardly does, each in a sentence with the remedy
 * @param explanation the plan, for people
 * @param outcome what came of the plan that was adopted; null if none was, or it is not known yet
 */
public record Decision(
        long timeMs,
        String why,
        String verdict,
        String reason,
        String algorithm,
        @Nullable Long number,
        @Nullable Double presentMsPerSec,
        @Nullable Double plannedMsPerSec,
        int nodesNow,
        int nodesPlanned,
        List<String> moves,
        List<String> overloaded,
        List<String> hot,
        String explanation,
        @Nullable Outcome outcome) {
    /**
     * The outcome of a plan.
     *
     * @param timeMs when that was seen
     * @param msPerSec what the placement then cost by what was measured; null if that can't be
     *     compared, or was not measured
     * @param says in a sentence
     */
    public record Outcome(long timeMs, @Nullable Double msPerSec, String says) {}

    /** Nothing could be placed. */
    static final String NOTHING = "NOTHING";

    /** No plan: a component gets more executors. */
    static final String REBALANCE = "REBALANCE";

    /** The algorithm threw. */
    static final String FAILED = "FAILED";

    /** One without a plan. */
    static Decision none(long timeMs, String why, String verdict, String reason, String algorithm) {
        return new Decision(
                timeMs, why, verdict, reason, algorithm, null, null, null, 0, 0, List.of(),
                List.of(), List.of(), "", null);
    }

    /** Whether something came of it: a plan, or more executors. */
    boolean isDone() {
        return number != null || verdict.equals(REBALANCE);
    }

    Decision withNumber(long adopted) {
        return with(verdict, reason, adopted, outcome);
    }

    Decision withOutcome(Outcome now) {
        return with(verdict, reason, number, now);
    }

    /** The same plan, which is not done for now. */
    Decision waiting(String why) {
        return with(Advice.Verdict.WAIT_FOR_COOL_DOWN.name(), reason + "; " + why, null, outcome);
    }

    private Decision with(
            String newVerdict,
            String newReason,
            @Nullable Long newNumber,
            @Nullable Outcome newOutcome) {
        return new Decision(
                timeMs,
                why,
                newVerdict,
                newReason,
                algorithm,
                newNumber,
                presentMsPerSec,
                plannedMsPerSec,
                nodesNow,
                nodesPlanned,
                moves,
                overloaded,
                hot,
                explanation,
                newOutcome);
    }
}
