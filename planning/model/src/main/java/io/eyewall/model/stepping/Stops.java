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
        lengthNs = Math.min(lengthNs, everyNs / 2); // so that there is some progress in between
    }

    /**
     * Returns when work begins that was due at {@code wantedNs}: at the end of a stop that is in
     * progress then.
     */
    double begin(double wantedNs) {
        double stopNs = Math.floor(wantedNs / everyNs) * everyNs;
        boolean stopped = stopNs > 0 && wantedNs < stopNs + lengthNs;
        return stopped ? stopNs + lengthNs : wantedNs;
    }

    /**
     * Returns when work ends that would have ended at {@code wantedNs}: later by the stops since
     * its beginning.
     */
    double end(double beganNs, double wantedNs) {
        double end = wantedNs;
        double seen = Math.floor(beganNs / everyNs);
        for (double now; (now = Math.floor(end / everyNs)) > seen; seen++) {
            end += lengthNs;
        }
        return end;
    }
}
