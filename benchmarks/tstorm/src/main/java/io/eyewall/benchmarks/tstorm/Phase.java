package io.eyewall.benchmarks.tstorm;

/**
 * A part of a run in which executors stay where they are.
 *
 * @param name what places them
 * @param startMs when that was asked for, since 1970
 * @param settledMs when it was so
 * @param endMs of the phase
 * @param nodes with a worker
 * @param workers in all
 * @param cores of the machine that were busy while it was measured, whoever kept them so
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
