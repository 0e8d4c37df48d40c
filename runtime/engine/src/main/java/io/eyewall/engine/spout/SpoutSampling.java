package io.eyewall.engine.spout;

import io.eyewall.engine.executor.Task;
import io.eyewall.engine.trace.TraceBook;
import java.util.SplittableRandom;

/**
 * Chooses which messages of a spout executor are traced: one of every {@code traceEvery} that it
 * emits. If that number is large, the choice is made once per slice and falls at random on one of
 * the slice's first emits, so that for a spout which always emits the same sequence, each emit of
 * the sequence is sometimes traced. If the number is small, each task counts every emit. Used only
 * by the thread that runs the executor's slices.
 */
final class SpoutSampling {
    /** Up to this value of {@link #traceEvery}, tasks count every emit, which is slower. */
    private static final int MAX_EVERY_COUNTED = 64;

    /** A slice's choice skips fewer than this many emits. */
    private static final int MAX_SKIPPED_EMITS = 8;

    private final SpoutExecutor executor;
    private final SplittableRandom random;
    private int traceEvery;
    private long nextTraceAtEmits;
    private int lastTask;

    SpoutSampling(SpoutExecutor executor) {
        this.executor = executor;
        this.random = new SplittableRandom(executor.plan().firstTask());
    }

    /** Called when a slice begins, but only if tracing is used in this process. */
    void onSlice() {
        TraceBook book = executor.topology.traces();
        long emits = executor.emits();
        int current = book.every();
        if (current != traceEvery) {
            traceEvery = current;
            nextTraceAtEmits = emits;
            executor.tasks()
                    .forEach(
                            task ->
                                    tracing(task)
                                            .traceOneOf(
                                                    current <= MAX_EVERY_COUNTED ? current : 0));
        }
        for (Task task : executor.tasks()) {
            tracing(task).refresh(executor.core().clock());
        }
        if (traceEvery > MAX_EVERY_COUNTED && emits - nextTraceAtEmits >= 0) {
            nextTraceAtEmits = emits + traceEvery;
            if (book.mayBegin()) {
                lastTask = (lastTask + 1) % executor.tasks().size();
                tracing(executor.tasks().get(lastTask))
                        .traceAfter(random.nextInt(MAX_SKIPPED_EMITS));
            }
        }
    }

    private static SpoutTracing tracing(Task task) {
        return ((SpoutTask) task).tracing();
    }
}
