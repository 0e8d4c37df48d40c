package io.eyewall.model.stepping;

/**
 * When the garbage collector stops all threads: at even intervals, since it does so whenever as
 * much has been allocated.
 *
 * @param everyNs from the begin of one stop to that of the next; infinite if there are none
 * @param lengthNs how long each lasts
 */
public record Stops(double everyNs, double lengthNs) {
    /** None. */
    public static final Stops NONE = new Stops(Double.POSITIVE_INFINITY, 0);

    public Stops {
        if (!(everyNs > 0) || !(lengthNs >= 0)) {
            throw new IllegalArgumentException(
                    "stops of %s ns every %s ns: expected 0 or more, every more than 0"
                            .formatted(lengthNs, everyNs));
        }
        lengthNs = Math.min(lengthNs, everyNs / 2); // so that anything goes on in between
    }

    /** When something begins that was to begin then: at the end of a stop that is going on. */
    double begin(double wantedNs) {
        double stopNs = Math.floor(wantedNs / everyNs) * everyNs;
        boolean stopped = stopNs > 0 && wantedNs < stopNs + lengthNs;
        return stopped ? stopNs + lengthNs : wantedNs;
    }

    /** When something ends that would have ended then: later by the stops since its begin. */
    double end(double beganNs, double wantedNs) {
        double end = wantedNs;
        double seen = Math.floor(beganNs / everyNs);
        for (double now; (now = Math.floor(end / everyNs)) > seen; seen++) {
            end += lengthNs;
        }
        return end;
    }
}
