package io.eyewall.placement.advice;

/**
 * When a better plan is worth the change.
 *
 * @param leastGain how much of the present cost it must save, in each of the last windows
 * @param windows in how many windows running it must have been better, each judged alone
 * @param coolDownSec seconds after a change in which nothing is changed
 * @param leastRelief how much of a violation it must remove, at least 12% of the limit that is
 *     exceeded, for an overload to bypass windows, cool-down and payback
 */
public record AdoptionRules(double leastGain, int windows, double coolDownSec, double leastRelief) {
    /** 8% in two windows, 15 seconds of rest, relief by a quarter. */
    public static final AdoptionRules DEFAULT = new AdoptionRules(0.08, 2, 15, 0.25);

    /**
     * A core that is full exceeds its limit of 80% by a quarter; less comes and goes with noise.
     */
    private static final double LEAST_OF_LIMIT = 0.12;

    public AdoptionRules {
        if (!(leastGain > 0 && leastGain < 1)) {
            throw new IllegalArgumentException(
                    "adoption: least gain must be above 0 and below 1, not " + leastGain);
        }
        if (windows < 1) {
            throw new IllegalArgumentException(
                    "adoption: windows must be at least 1, not " + windows);
        }
        if (!(coolDownSec >= 0)) {
            throw new IllegalArgumentException(
                    "adoption: cool-down must be at least 0 s, not " + coolDownSec);
        }
        if (!(leastRelief > 0)) {
            throw new IllegalArgumentException(
                    "adoption: least relief must be above 0, not " + leastRelief);
        }
    }

    /** Whether lowering a violation by so much is worth an immediate change. */
    public boolean isRelief(double violation, double relief) {
        return relief >= LEAST_OF_LIMIT && relief >= leastRelief * violation;
    }
}
