package io.eyewall.engine.adaptation;

/**
 * Detects that code is still being compiled: throughput grows from one short window to the next.
 * Loads that are measured meanwhile do not last. Used by the monitor's thread.
 */
final class WarmUp {
    /** Maximum growth of throughput from one window to the next when code has been compiled. */
    private static final double MAX_GROWTH = 1.1;

    /** Throughput in the previous window. */
    private double tuplesPerNs = Double.NaN;

    /**
     * Returns whether throughput is at most 10 % above that of the previous call's window; false at
     * the first call.
     */
    boolean isOver(CounterSnapshot before, CounterSnapshot now) {
        double last = tuplesPerNs;
        tuplesPerNs =
                (now.executedTuples() - before.executedTuples())
                        / (double) (now.nowNs() - before.nowNs());
        return tuplesPerNs <= MAX_GROWTH * last;
    }
}
