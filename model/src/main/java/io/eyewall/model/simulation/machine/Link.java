package io.eyewall.model.simulation.machine;

/**
 * One direction of a link: what comes first goes first, as in the queue of a switch's port. Who
 * sends in small batches gets his share by that alone; the fair shares of many connections would
 * have to be found anew with every batch that begins or ends.
 */
final class Link {
    private static final double NS_PER_SEC = 1e9;

    private final double bytesPerSec;
    private long busyUntilNs;

    Link(double bytesPerSec) {
        this.bytesPerSec = bytesPerSec;
    }

    boolean isLimited() {
        return bytesPerSec < Double.POSITIVE_INFINITY;
    }

    /** Takes bytes in; they are through when it returns. */
    long pass(long nowNs, double bytes) {
        long startNs = Math.max(nowNs, busyUntilNs);
        busyUntilNs = startNs + Math.round(bytes / bytesPerSec * NS_PER_SEC);
        return busyUntilNs;
    }

    /** When no more than so many bytes wait for it. */
    long backlogGoneNs(double bytes) {
        return busyUntilNs - Math.round(bytes / bytesPerSec * NS_PER_SEC);
    }
}
