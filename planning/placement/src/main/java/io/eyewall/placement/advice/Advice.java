package io.eyewall.placement.advice;

import io.eyewall.placement.plan.Plan;

/**
 * An adviser's answer to one window.
 *
 * @param verdict what to do with the plan
 * @param reason the reason, a sentence with numbers
 * @param plan the evaluated plan; if it is adopted the caller makes its moves
 */
public record Advice(Verdict verdict, String reason, Plan plan) {

    /** The decision about a plan. */
    public enum Verdict {
        /** Make the plan's moves. */
        ADOPT,
        /** Make the plan's moves immediately: a limit is exceeded, or an executor has no place. */
        ADOPT_AT_ONCE,
        /** Keep the present placement: the plan is not better, or not by enough. */
        KEEP,
        /** Wait: the plan is better in this window, but not in all of the last windows. */
        WAIT_FOR_WINDOWS,
        /** Wait: the plan is better, but the last change is too recent. */
        WAIT_FOR_COOL_DOWN,
        /**
         * Keep the present placement: the moves cost more than they save within {@link
         * io.eyewall.placement.plan.Weights.Migration#horizonSec}.
         */
        TOO_EXPENSIVE;

        /** Returns whether to make the moves. */
        public boolean isAdopted() {
            return this == ADOPT || this == ADOPT_AT_ONCE;
        }
    }
}
