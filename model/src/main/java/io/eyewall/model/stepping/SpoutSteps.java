package io.eyewall.model.stepping;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/** A spout executor: when its messages are due, which have ended, when it is asked again. */
final class SpoutSteps {
    final int executor;
    final Deque<Tree> ended = new ArrayDeque<>();

    /** When it is asked again; infinite if that is not set. */
    double askedNs;

    /** Whether it waits for its turn. */
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

    /** Takes the message that is due: when it was; not a number if there are always more. */
    double next() {
        double taken = gapNs > 0 ? dueNs : Double.NaN;
        dueNs -= Math.log(1 - random.nextDouble()) * gapNs;
        return taken;
    }

    /**
     * A turn has ended.
     *
     * @param stepNs when its step began
     * @param calls that emitted something
     */
    void endTurn(double stepNs, int calls) {
        if (calls > 0) {
            pace.onEmit(stepNs, calls);
        }
    }

    /** It had nothing: it rests, unless it does so already. */
    void rest(double nowNs) {
        if (Double.isInfinite(askedNs)) {
            askedNs = nowNs + pace.delayNs(nowNs);
        }
    }
}
