package io.eyewall.cluster.trials.network;

/**
 * The measurements of some seconds.
 *
 * @param bitsPerSec bits through the centre's link, headers of packets included
 * @param tuplesPerSec tuples that arrived
 * @param cores processor time per second of the centre's program, in seconds
 */
record Window(double bitsPerSec, double tuplesPerSec, double cores) {
    private static final double BITS_PER_BYTE = 8;

    double bytesPerTuple() {
        return bitsPerSec / BITS_PER_BYTE / tuplesPerSec;
    }

    /** Processor time of the centre's program, in seconds. */
    double secondsPerTuple() {
        return cores / tuplesPerSec;
    }

    /**
     * Predicts the tuples per second of the same work with another link: the minimum of what the
     * link and the processor allow (docs/concepts/model.md). A worker has one thread.
     */
    double predictedPerSec(double linkBitsPerSec) {
        return Math.min(linkBitsPerSec / BITS_PER_BYTE / bytesPerTuple(), 1 / secondsPerTuple());
    }
}
