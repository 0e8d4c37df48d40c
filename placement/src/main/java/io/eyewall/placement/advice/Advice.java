package io.eyewall.placement.advice;

import io.eyewall.placement.plan.Plan;

/**
 * An adviser's answer to one window.
 *
 * @param verdict what to do with the plan
 * @param reason why, in a sentence with numbers
 * @param plan the plan that was judged; its moves are to be made if it is adopted
 */
public record Advice(Verdict verdict, String reason, Plan plan) {

    /** What becomes of a plan. */
    public enum Verdict {
        /** Make the plan's moves. */
        ADOPT,
        /** Make the plan's moves at once: something is overloaded now, or new. */
        ADOPT_AT_ONCE,
        /** The present placement is as good, or almost. */
        KEEP,
        /** It is better in this window, but was not in those before. */
        WAIT_FOR_WINDOWS,
        /** It is better, but the last change is too fresh. */
        WAIT_FOR_COOL_DOWN,
        /** It is better, but the change costs more than it saves within the horizon. */
        TOO_EXPENSIVE;

        /** Whether to make the moves. */
        public boolean isAdopted() {
            return this == ADOPT || this == ADOPT_AT_ONCE;
        }
    }
}
