package io.eyewall.engine.adaptation;

/**
 * Whether code is still being compiled: more gets through from one short window to the next. Loads
 * that are measured meanwhile are not those that will be. For the monitor's thread.
 */
final class WarmUp {
    private static final double MORE = 1.1;

    private double tuplesPerNs = Double.NaN;

    /** Whether no more got through between these readings than in the window before, if any. */
    boolean isOver(CounterSnapshot before, CounterSnapshot now) {
        double last = tuplesPerNs;
        tuplesPerNs =
                (now.executed() - before.executed()) / (double) (now.nowNs() - before.nowNs());
        return tuplesPerNs <= MORE * last;
    }
}
