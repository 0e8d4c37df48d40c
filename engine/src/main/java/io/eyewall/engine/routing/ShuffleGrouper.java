package io.eyewall.engine.routing;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.delivery.Endpoint;
import java.util.List;

/**
 * Shuffle grouping: the tasks in turn, so that each gets the same number (Storm:
 * grouping/ShuffleGrouping.java). On a busy core one task gets a run of tuples before the next
 * does, so that whole batches cross to other cores and nothing is asked for each tuple. Where a
 * tuple takes long that saves nothing, and what is behind it waits: runs are bounded by time, too
 * (decision 115). A run's length changes between rounds only, or shares would differ.
 *
 * <p>Local-or-shuffle prefers the tasks on the emitter's own core, except while that core is busy
 * and a core with other tasks is not: then the work is spread over all.
 */
@SuppressWarnings("unused") // padding
final class ShuffleGrouper extends Grouper {
    private static final long LONGEST_RUN = 64;

    /** What a run may take its task: those behind it wait so long. */
    private static final long LONGEST_RUN_NS = 50_000;

    /** How many tuples more the current task gets. */
    private long left;

    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;
    private long q7;
    private long q8;

    private final Targets targets;
    private final Endpoint emitter;
    private final boolean preferLocal;
    private final int count;
    private int current;
    private long runLength = 1;

    /** How long a tuple takes the slowest task that has had a run in this round; 0 if unknown. */
    private long slowestNs;

    /**
     * @param emitter whose core counts as local
     * @param preferLocal local-or-shuffle
     * @param start any number: where to begin; should differ among the tasks of a component
     */
    ShuffleGrouper(Targets targets, Endpoint emitter, boolean preferLocal, int start) {
        super(targets.endpoints());
        this.targets = targets;
        this.emitter = emitter;
        this.preferLocal = preferLocal;
        this.count = targetCount();
        this.current = Math.floorMod(start, count);
    }

    @Override
    protected boolean choosesOne() {
        return true;
    }

    @Override
    protected int choose(List<Object> values) {
        if (--left < 0) {
            startRun();
        }
        return current;
    }

    private void startRun() {
        Core own = emitter.core();
        boolean busy = own.isBusy();
        int last = current;
        current = last + 1 == count ? 0 : last + 1;
        boolean spread = true;
        if (preferLocal) {
            int local = targets.nextOn(own, current);
            if (local >= 0 && !(busy && targets.anyIdleBut(own))) {
                current = local;
                spread = false;
            }
        }
        if (current <= last) {
            startRound(busy);
        }
        slowestNs = Math.max(slowestNs, targets.endpoints()[current].callNs());
        left = !spread || targets.anyNotOn(own) ? runLength - 1 : 0;
    }

    private void startRound(boolean busy) {
        runLength = busy ? Math.min(LONGEST_RUN, runLength * 2) : 1;
        if (slowestNs * runLength > LONGEST_RUN_NS) {
            runLength = Math.max(1, LONGEST_RUN_NS / slowestNs);
        }
        slowestNs = 0;
    }
}
