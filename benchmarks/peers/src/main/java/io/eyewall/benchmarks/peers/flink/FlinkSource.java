package io.eyewall.benchmarks.peers.flink;

import io.eyewall.benchmarks.scenario.PacedTexts;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.TextCycle;
import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.email.Mailbox;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The source of a work. It takes the checkpoint lock once for many tuples. Flink takes the lock
 * again for each tuple, which is cheap while the source holds it.
 */
@SuppressWarnings("deprecation") // the newer sources emit a tuple per call of the task's loop
final class FlinkSource<T>
        extends org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction<
                T> {
    private static final long serialVersionUID = 1L;

    private static final int TUPLES_PER_LOCK = 128;

    private final Work work;
    private volatile boolean cancelled;

    FlinkSource(Work work) {
        this.work = work;
    }

    @Override
    public void run(SourceContext<T> context) {
        Scoreboard.Cell emitted = Scoreboard.claim(Role.EMITTED);
        if (work.ratePerSec() == 0) {
            emit(context, emitted);
        } else {
            emitPaced(context, emitted);
        }
    }

    private void emit(SourceContext<T> context, Scoreboard.Cell emitted) {
        Supplier<?> inputs =
                work.shape() == Work.Shape.PIPELINE
                        ? new Mailbox()::next
                        : new TextCycle(work)::next;
        while (isWanted()) {
            synchronized (context.getCheckpointLock()) {
                for (int i = 0; i < TUPLES_PER_LOCK; i++) {
                    emitted.increment();
                    context.collect(typed(inputs.get()));
                }
            }
        }
    }

    private void emitPaced(SourceContext<T> context, Scoreboard.Cell emitted) {
        PacedTexts texts =
                new PacedTexts(
                        work, getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks());
        while (isWanted()) {
            Object value = texts.poll();
            if (value == null) {
                LockSupport.parkNanos(texts.waitNs());
            } else {
                emitted.increment();
                context.collect(typed(value));
            }
        }
    }

    private boolean isWanted() {
        return !cancelled && !Scoreboard.stopRequested();
    }

    @SuppressWarnings("unchecked") // a work's sources and sinks agree on what flows
    private T typed(Object value) {
        return (T) value;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
