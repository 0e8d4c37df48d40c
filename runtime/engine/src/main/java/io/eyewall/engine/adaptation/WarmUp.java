package io.eyewall.engine.adaptation;

/**
 * Detects that code is still being compiled: throughput grows from one short window to the next.
 * Loads that are measured meanwhile do not last. Used by the monitor's thread.
 */
final class WarmUp {
    private static final double MORE = 1.1;

    private double tuplesPerNs = Double.NaN;

    /** Whether throughput is at most 10 % above the previous window; false in the first window. */
    boolean isOver(CounterSnapshot before, CounterSnapshot now) {
        double last = tuplesPerNs;
        tuplesPerNs =
                (now.executed() - before.executed()) / (double) (now.nowNs() - before.nowNs());
        return tuplesPerNs <= MORE * last;
    }
}
