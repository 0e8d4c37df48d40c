package io.eyewall.model.simulation.spec;

import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.Map;

/**
 * How executors are placed, and with which delays plans are made and applied. Defaults are
 * T-Storm's (table II and section IV).
 *
 * @param algorithm the name of a placement algorithm, or {@link #NONE} to move nothing
 * @param parameters the algorithm's parameters
 * @param initial how executors are placed before anything was measured
 * @param adopt which plans are adopted
 * @param rules the rules that plans must not violate
 * @param weights the costs of plans in addition to traffic
 * @param adoption when a plan is worth the change, for {@link Adopt#GAIN}
 * @param monitorNs time from one measurement to the next
 * @param lagNs delay until a measurement is known to the generator
 * @param alpha weight of the previous average in an exponential average of measurements
 * @param generateNs time from one plan to the next
 * @param fetchNs how often the cluster asks for a plan
 * @param syncNs how often supervisors poll for new assignments
 * @param detectNs time until a silent node is considered dead
 * @param handover how workers are replaced
 * @param haltNs time for which spouts of replaced workers stop before they continue
 */
public record SchedulerSpec(
        String algorithm,
        Map<String, Double> parameters,
        Initial initial,
        Adopt adopt,
        Rules rules,
        Weights weights,
        AdoptionRules adoption,
        long monitorNs,
        long lagNs,
        double alpha,
        long generateNs,
        long fetchNs,
        long syncNs,
        long detectNs,
        Handover handover,
        long haltNs) {
    /** The name for no algorithm: no plans are made. */
    public static final String NONE = "none";

    /** The initial placement. */
    public enum Initial {
        /** Storm's default: the requested number of workers, on nodes in turn. */
        ROUND_ROBIN,
        /** T-Storm's: as {@link #ROUND_ROBIN}, but at most one worker per node. */
        ONE_PER_NODE
    }

    /** The rules by which plans are adopted. */
    public enum Adopt {
        /** Every plan that differs from the present placement, as in T-Storm. */
        ALWAYS,
        /** Plans that {@link io.eyewall.placement.advice.Adviser} considers worth the change. */
        GAIN
    }

    /** How workers are replaced. */
    public enum Handover {
        /** As in Storm: workers whose executors change are killed, then new workers start. */
        RESTART,
        /**
         * New workers start first; when they are ready, executors move to them with their queues.
         */
        SMOOTH
    }

    /** Returns a scheduler that never moves executors. */
    public static SchedulerSpec none() {
        long sec = 1_000_000_000L;
        return new SchedulerSpec(
                NONE,
                Map.of(),
                Initial.ROUND_ROBIN,
                Adopt.GAIN,
                Rules.cluster(),
                Weights.cluster(),
                AdoptionRules.DEFAULT,
                20 * sec,
                0,
                0.5,
                300 * sec,
                10 * sec,
                10 * sec,
                30 * sec,
                Handover.SMOOTH,
                0);
    }

    public SchedulerSpec {
        parameters = Map.copyOf(parameters);
        Check.positive("scheduler", "monitor", monitorNs);
        Check.notNegative("scheduler", "lag", lagNs);
        Check.notNegative("scheduler", "alpha", alpha);
        Check.positive("scheduler", "generate", generateNs);
        Check.positive("scheduler", "fetch", fetchNs);
        Check.positive("scheduler", "sync", syncNs);
        Check.notNegative("scheduler", "detect", detectNs);
        Check.notNegative("scheduler", "halt", haltNs);
        if (!(alpha < 1)) {
            throw new IllegalArgumentException("scheduler: alpha must be below 1, not " + alpha);
        }
    }
}
