package io.eyewall.benchmarks.placed;

/** What spouts and bolts work on. Called by their executors. */
interface Machine {
    /** The time there, in nanoseconds from an arbitrary origin. */
    long nanoTime();

    /**
     * Works for so many microseconds.
     *
     * @return something that depends on all of the work
     */
    long work(long seed, double us);
}
