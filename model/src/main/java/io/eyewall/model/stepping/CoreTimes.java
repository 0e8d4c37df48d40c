package io.eyewall.model.stepping;

/**
 * What a machine takes for a core's sleep and for what crosses.
 *
 * @param crossingNs a tuple to another core, at each end
 * @param wake from the call that wakes a sleeping core to the begin of its work
 * @param wakingNs what that call takes of the caller
 * @param late from the moment for which a sleeping core has set its clock to the begin of its work
 * @param sleepNs processor time of a core's sleep with the wake-up that ends it, without what the
 *     call that wakes it takes of the caller
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
