package io.eyewall.cluster.generator;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.plan.Plan;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Follows the plan that was adopted last: whether Nimbus has applied it, and what the placement
 * costs by later measurements. For the generator's thread.
 */
final class Outcomes {
    /**
     * Time from the view in which the plan is applied to the measurement: three reports of
     * monitors.
     */
    static final long MEASURE_AFTER_MS = 60_000;

    private static final double NS_PER_MS = 1e6;

    private final DecisionLog decisions;
    private @Nullable FollowedPlan followed;

    /** A plan whose outcome is not known yet. */
    private static final class FollowedPlan {
        final long number;
        final long adoptedMs;
        final List<ExecutorId> executors;
        long appliedMs = -1; // -1 while Nimbus has not applied the plan

        FollowedPlan(long number, long adoptedMs, List<ExecutorId> executors) {
            this.number = number;
            this.adoptedMs = adoptedMs;
            this.executors = executors;
        }
    }

    Outcomes(DecisionLog decisions) {
        this.decisions = decisions;
    }

    /** Follows a plan that was just adopted. The plan before it is not measured any more. */
    void follow(long number, long nowMs, Situation situation) {
        recordOutcome(nowMs, null, "replaced by plan %d before it was measured".formatted(number));
        followed = new FollowedPlan(number, nowMs, situation.snapshot().executorIds());
    }

    /** Records that Nimbus has withdrawn a plan, if that plan is followed. */
    void endWithdrawn(long number, long nowMs, String why) {
        FollowedPlan plan = followed;
        if (plan != null && plan.number == number) {
            recordOutcome(nowMs, null, "withdrawn by Nimbus, " + why);
        }
    }

    /**
     * Records the outcome of the plan if it is known now.
     *
     * @param offered the plan on offer, without the topologies that it no longer fits
     * @param chosen the algorithm in use; null while plans are off
     * @return whether a plan was applied and has been measured now
     */
    boolean measure(
            long nowMs,
            ClusterPlan offered,
            ClusterView view,
            Situation situation,
            AlgorithmChoice.@Nullable Chosen chosen) {
        FollowedPlan plan = followed;
        if (plan == null) {
            return false;
        }
        if (chosen == null) {
            recordOutcome(nowMs, null, "plans were turned off before it was measured");
        } else if (!situation.snapshot().executorIds().equals(plan.executors)) {
            recordOutcome(
                    nowMs, null, "topologies have come, gone or changed before it was measured");
        } else if (!PlanOnOffer.retainApplied(offered, view).equals(offered)) {
            plan.appliedMs = -1;
        } else if (plan.appliedMs < 0) {
            plan.appliedMs = nowMs;
        } else if (nowMs - plan.appliedMs >= MEASURE_AFTER_MS) {
            Optional<Plan> present =
                    situation.presentPlan(
                            situation.rules(chosen.knobs().theta(), chosen.knobs().gamma()),
                            chosen.knobs().weights());
            present.ifPresent(
                    now ->
                            recordOutcome(
                                    nowMs,
                                    now.score().costNsPerSec() / NS_PER_MS,
                                    "applied by Nimbus within %d s, measured %d s later"
                                            .formatted(
                                                    (plan.appliedMs - plan.adoptedMs) / 1000,
                                                    (nowMs - plan.appliedMs) / 1000)));
            return present.isPresent();
        }
        return false;
    }

    private void recordOutcome(long nowMs, @Nullable Double msPerSec, String text) {
        FollowedPlan plan = followed;
        if (plan != null) {
            decisions.addOutcome(plan.number, new Decision.Outcome(nowMs, msPerSec, text));
            followed = null;
        }
    }
}
