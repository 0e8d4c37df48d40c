package io.eyewall.engine.spout;

import io.eyewall.engine.executor.Task;
import io.eyewall.engine.trace.TraceBook;
import java.util.SplittableRandom;

/**
 * Chooses which messages of a spout executor are traced: one of every so many that it emits. If
 * that number is large, the choice is made once per slice and falls at random on one of the first
 * few emits, so that a spout which always emits the same sequence has each of them traced at times.
 * If it is small, each task counts every emit. For the thread that runs the executor's slices.
 */
final class SpoutSampling {
    /** Up to this number every emit is counted, which is slower. */
    private static final int COUNT_EACH_UP_TO = 64;

    private static final int RANDOM_RANGE = 8;

    private final SpoutExecutor executor;
    private final SplittableRandom random;
    private int every;
    private long nextAt;
    private int nextTask;

    SpoutSampling(SpoutExecutor executor) {
        this.executor = executor;
        this.random = new SplittableRandom(executor.plan().firstTask());
    }

    /** Called when a slice begins, but only if tracing is used in this process. */
    void onSlice() {
        TraceBook book = executor.topology.traces();
        long emits = executor.emits();
        int current = book.every();
        if (current != every) {
            every = current;
            nextAt = emits;
            executor.tasks()
                    .forEach(
                            task ->
                                    tracing(task)
                                            .countEach(current <= COUNT_EACH_UP_TO ? current : 0));
        }
        for (Task task : executor.tasks()) {
            tracing(task).refresh(executor.core().clock());
        }
        if (every > COUNT_EACH_UP_TO && emits - nextAt >= 0) {
            nextAt = emits + every;
            if (book.mayBegin()) {
                nextTask = (nextTask + 1) % executor.tasks().size();
                tracing(executor.tasks().get(nextTask)).traceAfter(random.nextInt(RANDOM_RANGE));
            }
        }
    }

    private static SpoutTracing tracing(Task task) {
        return ((SpoutTask) task).tracing();
    }
}
