package io.eyewall.model.stepping;

/**
 * The times that a machine needs for a core's sleep and for a crossing.
 *
 * @param crossingNs time at each end of a tuple to another core
 * @param wake time from the call that wakes a sleeping core until the core begins to work
 * @param wakingNs time that the waking call costs its caller
 * @param late time from the moment for which a sleeping core has set its timer until the core
 *     begins to work
 * @param sleepNs processor time of a core's sleep with the wake-up that ends it, without the cost
 *     of the waking call
 */
public record CoreTimes(
        double crossingNs, Spread wake, double wakingNs, Spread late, double sleepNs) {
    public CoreTimes {
        if (!(crossingNs >= 0) || !(wakingNs >= 0) || !(sleepNs >= 0)) {
            throw new IllegalArgumentException(
                    "times of cores must not be negative: crossing %s, waking %s, sleep %s ns"
                            .formatted(crossingNs, wakingNs, sleepNs));
        }
    }
}
