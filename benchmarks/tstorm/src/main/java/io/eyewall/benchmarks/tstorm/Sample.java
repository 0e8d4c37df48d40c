package io.eyewall.benchmarks.tstorm;

/**
 * What became of a message.
 *
 * @param atMs when, since 1970
 * @param micros from its emit to its ack; -1 for one that failed
 */
record Sample(long atMs, long micros) {
    boolean isFailed() {
        return micros < 0;
    }
}
