package io.eyewall.engine.executor;

import io.eyewall.engine.trace.TraceBook;
import java.util.SplittableRandom;

/**
 * Chooses which messages of a spout executor are traced: one of so many that it emits. Where these
 * are many it looks once per turn, and picks one of the first few emits by lot, so that a spout
 * which always emits the same in turn has each of them traced at times; where they are few, each
 * task counts every emit. For the thread that runs the turns of the executor.
 */
final class SpoutSampling {
    /** Up to so many, every emit is counted, which is the slower way. */
    private static final int FEW = 64;

    private static final int LOTS = 8;

    private final SpoutExecutor executor;
    private final SplittableRandom lots;
    private int every;
    private long nextAt;
    private int nextTask;

    SpoutSampling(SpoutExecutor executor) {
        this.executor = executor;
        this.lots = new SplittableRandom(executor.plan().firstTask());
    }

    /** A turn begins; only if anything is ever traced in this process. */
    void onTurn() {
        TraceBook book = executor.topology.traces();
        long emits = executor.emits();
        int now = book.every();
        if (now != every) {
            every = now;
            nextAt = emits;
            executor.tasks().forEach(task -> tracing(task).countEach(now <= FEW ? now : 0));
        }
        for (Task task : executor.tasks()) {
            tracing(task).refresh(executor.core().clock());
        }
        if (every > FEW && emits - nextAt >= 0) {
            nextAt = emits + every;
            if (book.mayBegin()) {
                nextTask = (nextTask + 1) % executor.tasks().size();
                tracing(executor.tasks().get(nextTask)).traceAfter(lots.nextInt(LOTS));
            }
        }
    }

    private static SpoutTracing tracing(Task task) {
        return ((SpoutTask) task).tracing();
    }
}
