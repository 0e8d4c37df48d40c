package io.eyewall.benchmarks.placed;

/**
 * The machine on which spouts and bolts work: the real one or a virtual one. Called by their
 * executors.
 */
interface Machine {
    /** Returns the machine's time, in nanoseconds from an arbitrary origin. */
    long nanoTime();

    /**
     * Works for {@code us} microseconds.
     *
     * @return a value that depends on all of the work
     */
    long work(long seed, double us);
}
