package io.eyewall.cluster.trials.network;

/**
 * What was seen for some seconds.
 *
 * @param bitsPerSec through the centre's link, headers of packets included
 * @param tuplesPerSec that arrived
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
     * How many tuples per second the same work gives with a link of so much, by the least of what
     * link and processor can (docs/concepts/model.md): a worker has one thread.
     */
    double predictedPerSec(double linkBitsPerSec) {
        return Math.min(linkBitsPerSec / BITS_PER_BYTE / bytesPerTuple(), 1 / secondsPerTuple());
    }
}
