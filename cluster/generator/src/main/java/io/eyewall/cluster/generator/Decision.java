package io.eyewall.cluster.generator;

import io.eyewall.placement.advice.Advice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one evaluation of a cluster. The generator keeps the latest ones and publishes them
 * as JSON. Immutable.
 *
 * @param timeMs time of the evaluation, in milliseconds since 1970
 * @param why the reason for the evaluation
 * @param verdict the verdict of an {@link Advice}, or {@code NOTHING}, {@code FAILED}, {@code
 *     REBALANCE}
 * @param reason the reason for the verdict, in a sentence
 * @param algorithm the algorithm with its parameters
 * @param number the number of the adopted plan; null if none was adopted
 * @param presentMsPerSec cost of the present placement, in milliseconds of work per second; null if
 *     an executor has no place
 * @param plannedMsPerSec cost of the planned placement, in the same unit; null without a plan
 * @param nodesNow number of nodes in use
 * @param nodesPlanned number of nodes that the plan uses
 * @param moves executors that the plan puts on another node, or that have no place yet
 * @param overloaded nodes whose used share of cores exceeds theta, each in a sentence
 * @param hot executors whose load exceeds theta (a share) of the one core that an executor can use,
 *     each in a sentence with the remedy
 * @param explanation description of the plan, for people
 * @param outcome the outcome of the adopted plan; null if no plan was adopted, or its outcome is
 *     not known yet
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
     * @param timeMs when the outcome became known, in milliseconds since 1970
     * @param msPerSec measured cost of the placement afterwards; null if it was not measured, or
     *     cannot be compared
     * @param says the outcome as a sentence, for people
     */
    public record Outcome(long timeMs, @Nullable Double msPerSec, String says) {}

    /** Verdict: there was nothing to place, or no plan could be made. */
    static final String NOTHING = "NOTHING";

    /** Verdict: there is no plan, but a component gets more executors. */
    static final String REBALANCE = "REBALANCE";

    /** Verdict: the algorithm threw an exception. */
    static final String FAILED = "FAILED";

    /** Returns a decision without a plan. */
    static Decision withoutPlan(
            long timeMs, String why, String verdict, String reason, String algorithm) {
        return new Decision(
                timeMs, why, verdict, reason, algorithm, null, null, null, 0, 0, List.of(),
                List.of(), List.of(), "", null);
    }

    /**
     * Returns whether the decision changes the cluster: by an adopted plan, or by more executors.
     */
    boolean changesCluster() {
        return number != null || verdict.equals(REBALANCE);
    }

    Decision withNumber(long adopted) {
        return copy(verdict, reason, adopted, outcome);
    }

    Decision withOutcome(Outcome newOutcome) {
        return copy(verdict, reason, number, newOutcome);
    }

    /**
     * Returns this decision with the verdict that the plan has to wait for the cool-down, and was
     * not adopted.
     */
    Decision waitingForCoolDown(String why) {
        return copy(Advice.Verdict.WAIT_FOR_COOL_DOWN.name(), reason + "; " + why, null, outcome);
    }

    private Decision copy(
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
