package io.eyewall.model.stepping;

/**
 * The stops of all threads by the garbage collector, at even intervals: it stops them whenever a
 * fixed number of bytes has been allocated.
 *
 * @param everyNs time from the beginning of one stop to the beginning of the next; infinite if
 *     there are none
 * @param lengthNs how long each lasts
 */
public record Stops(double everyNs, double lengthNs) {
    /** No stops. */
    public static final Stops NONE = new Stops(Double.POSITIVE_INFINITY, 0);

    public Stops {
        if (!(everyNs > 0) || !(lengthNs >= 0)) {
            throw new IllegalArgumentException(
                    "stops of %s ns every %s ns: expected 0 or more, every more than 0"
                            .formatted(lengthNs, everyNs));
        }
        lengthNs =
                Math.min(lengthNs, everyNs / 2); // so that there is some progress between two stops
    }

    /**
     * Returns when work begins that is due at {@code wantedNs}: at once, or at the end of the stop
     * that is in progress then.
     */
    double beginNs(double wantedNs) {
        double stopNs = Math.floor(wantedNs / everyNs) * everyNs;
        boolean stopped = stopNs > 0 && wantedNs < stopNs + lengthNs;
        return stopped ? stopNs + lengthNs : wantedNs;
    }

    /**
     * Returns when work ends that began at {@code beganNs} and would end at {@code wantedNs}
     * without stops: later by the length of the stops in between.
     */
    double endNs(double beganNs, double wantedNs) {
        double endNs = wantedNs;
        double stopsCounted = Math.floor(beganNs / everyNs);
        for (double stopsBegun;
                (stopsBegun = Math.floor(endNs / everyNs)) > stopsCounted;
                stopsCounted++) {
            endNs += lengthNs;
        }
        return endNs;
    }
}
