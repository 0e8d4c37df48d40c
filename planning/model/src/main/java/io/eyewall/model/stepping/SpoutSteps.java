package io.eyewall.model.stepping;

import io.eyewall.rules.EmitIntervalEstimator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * The state of a spout executor: when its next message is due, which messages have completed, when
 * it is called again.
 */
final class SpoutSteps {
    /** Storm's default delay after a call of nextTuple that emitted nothing. */
    private static final long STORM_DELAY_NS = 1_000_000;

    final int executor;

    /** Messages whose completions are not yet delivered to user code. */
    final Deque<Tree> completed = new ArrayDeque<>();

    /** The time at which it is called again; infinite if none is set. */
    double nextCallNs;

    /** Whether it waits for a slice, or has one. */
    boolean ready;

    /** Number of its messages that were emitted, and whose completions are not yet delivered. */
    int pending;

    /** The time at which its next message is due. */
    double dueNs;

    private final EmitIntervalEstimator intervalEstimator = new EmitIntervalEstimator();
    private final double gapNs;
    private final RandomGenerator random;

    SpoutSteps(int executor, double perSec, RandomGenerator random) {
        this.executor = executor;
        this.gapNs = 1e9 / perSec;
        this.random = random;
        takeMessage();
    }

    /**
     * Takes the message that is due next from the source; returns the time at which it was due, or
     * NaN if the source always has more.
     */
    double takeMessage() {
        double takenDueNs = gapNs > 0 ? dueNs : Double.NaN;
        dueNs -= Math.log(1 - random.nextDouble()) * gapNs;
        return takenDueNs;
    }

    /**
     * Ends a slice.
     *
     * @param stepNs time at which its step began
     * @param calls number of calls that emitted something
     */
    void endSlice(double stepNs, int calls) {
        if (calls > 0) {
            intervalEstimator.onEmit((long) stepNs, calls);
        }
    }

    /** Starts the back-off of a spout that had nothing to emit, unless it already backs off. */
    void backOff(double nowNs) {
        if (Double.isInfinite(nextCallNs)) {
            nextCallNs = nowNs + intervalEstimator.delayNs((long) nowNs, STORM_DELAY_NS);
        }
    }
}
