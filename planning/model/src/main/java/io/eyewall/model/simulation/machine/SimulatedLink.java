package io.eyewall.model.simulation.machine;

/**
 * One direction of a link: first come, first served, as in the queue of a switch's port. With small
 * batches, this order gives every sender a fair share. Exactly fair shares are not simulated: they
 * would have to be recomputed whenever a batch begins or ends.
 */
final class SimulatedLink {
    private static final double NS_PER_SEC = 1e9;

    private final double bytesPerSec;
    private long busyUntilNs;

    SimulatedLink(double bytesPerSec) {
        this.bytesPerSec = bytesPerSec;
    }

    boolean isLimited() {
        return bytesPerSec < Double.POSITIVE_INFINITY;
    }

    /** Transmits bytes; returns the time at which the last byte arrives. */
    long transmit(long nowNs, double bytes) {
        long startNs = Math.max(nowNs, busyUntilNs);
        busyUntilNs = startNs + Math.round(bytes / bytesPerSec * NS_PER_SEC);
        return busyUntilNs;
    }

    /** Returns the time from which no more than {@code bytes} wait for the link. */
    long backlogDrainedNs(double bytes) {
        return busyUntilNs - Math.round(bytes / bytesPerSec * NS_PER_SEC);
    }
}
