package io.eyewall.benchmarks.tstorm;

/**
 * The completion of a message.
 *
 * @param atMs its time, in milliseconds since 1970
 * @param micros microseconds from its emit to its ack; -1 if it failed
 */
record Sample(long atMs, long micros) {
    boolean isFailed() {
        return micros < 0;
    }
}
