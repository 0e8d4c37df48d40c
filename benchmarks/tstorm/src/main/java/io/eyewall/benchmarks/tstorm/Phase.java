package io.eyewall.benchmarks.tstorm;

/**
 * A part of a run in which executors keep their places.
 *
 * @param name name of the placement
 * @param startMs time at which the placement was requested, in milliseconds since 1970
 * @param settledMs time at which the placement was in effect
 * @param endMs end of the phase
 * @param nodes number of nodes with a worker
 * @param workers number of all workers
 * @param cores mean number of the machine's busy cores during the measurement, including the load
 *     of other processes
 */
record Phase(
        String name,
        long startMs,
        long settledMs,
        long endMs,
        int nodes,
        int workers,
        double cores) {
    /** The warm-up of a phase, in which effects of the previous phase persist. */
    static final long WARM_UP_MS = 20_000;

    /** Returns the time from which the phase is measured. */
    long countedFromMs() {
        return settledMs + WARM_UP_MS;
    }
}
