package io.eyewall.model.stepping;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * The state of a spout executor: when its messages are due, which have completed, when it is called
 * again.
 */
final class SpoutSteps {
    final int executor;
    final Deque<Tree> ended = new ArrayDeque<>();

    /** The time at which it is called again; infinite if none is set. */
    double askedNs;

    /** Whether it waits for its slice. */
    boolean ready;

    int underWay;
    double dueNs;
    private final Pace pace = new Pace();
    private final double gapNs;
    private final RandomGenerator random;

    SpoutSteps(int executor, double perSec, RandomGenerator random) {
        this.executor = executor;
        this.gapNs = 1e9 / perSec;
        this.random = random;
        next();
    }

    /**
     * Takes the next message and returns the time at which it was due; NaN if the source always has
     * more.
     */
    double next() {
        double taken = gapNs > 0 ? dueNs : Double.NaN;
        dueNs -= Math.log(1 - random.nextDouble()) * gapNs;
        return taken;
    }

    /**
     * Ends a slice.
     *
     * @param stepNs time at which its step began
     * @param calls number of calls that emitted something
     */
    void endTurn(double stepNs, int calls) {
        if (calls > 0) {
            pace.onEmit(stepNs, calls);
        }
    }

    /** Starts the back-off of a spout that had nothing to emit, unless it already backs off. */
    void rest(double nowNs) {
        if (Double.isInfinite(askedNs)) {
            askedNs = nowNs + pace.delayNs(nowNs);
        }
    }
}
