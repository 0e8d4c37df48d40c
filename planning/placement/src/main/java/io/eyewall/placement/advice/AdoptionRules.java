package io.eyewall.placement.advice;

/**
 * The conditions under which a better plan is adopted.
 *
 * @param minGain minimum share of the present cost that a plan must save, in each of the last
 *     windows
 * @param windows number of consecutive windows in each of which the plan must be better
 * @param coolDownSec seconds after a change in which no plan is adopted, except to relieve an
 *     overload
 * @param minRelief minimum share of an overload's violation that a plan must remove to be adopted
 *     at once, without further windows, cool-down or payback; see {@link #isRelief}
 */
public record AdoptionRules(double minGain, int windows, double coolDownSec, double minRelief) {
    /** Gain of 8% in two windows, cool-down of 15 seconds, relief by a quarter. */
    public static final AdoptionRules DEFAULT = new AdoptionRules(0.08, 2, 15, 0.25);

    /**
     * Minimum relief, as a fraction of the exceeded limit. A full core exceeds its limit of 80% by
     * a quarter of that limit; much smaller excesses come and go with noise.
     */
    private static final double MIN_RELIEF = 0.12;

    public AdoptionRules {
        if (!(minGain > 0 && minGain < 1)) {
            throw new IllegalArgumentException(
                    "adoption: least gain must be above 0 and below 1, not " + minGain);
        }
        if (windows < 1) {
            throw new IllegalArgumentException(
                    "adoption: windows must be at least 1, not " + windows);
        }
        if (!(coolDownSec >= 0)) {
            throw new IllegalArgumentException(
                    "adoption: cool-down must be at least 0 s, not " + coolDownSec);
        }
        if (!(minRelief > 0)) {
            throw new IllegalArgumentException(
                    "adoption: least relief must be above 0, not " + minRelief);
        }
    }

    /** Returns the same rules with another cool-down. */
    public AdoptionRules withCoolDown(double seconds) {
        return new AdoptionRules(minGain, windows, seconds, minRelief);
    }

    /**
     * Returns whether a plan that reduces {@code violation} by {@code relief} is worth an immediate
     * change. Both are fractions of the exceeded limit.
     */
    public boolean isRelief(double violation, double relief) {
        return relief >= MIN_RELIEF && relief >= minRelief * violation;
    }
}
