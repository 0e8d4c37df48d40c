package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.trace.LiveSpan;
import io.eyewall.engine.trace.SpanScopes;
import io.eyewall.engine.trace.TraceBook;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.task.IBolt;
import org.jspecify.annotations.Nullable;

/** A task of a bolt. */
public abstract class BoltTask extends Task {
    /** What its bolt wants to be called back with. For its core. */
    private List<Runnable> callbacks = List.of();

    /** The traced tuple that is being executed; of the thread that does. Others may look. */
    private @Nullable Traced traced;

    /** A span, and who executes its tuple. */
    private record Traced(LiveSpan span, Thread thread) {}

    BoltTask(Executor executor, Parts parts) {
        super(executor, parts);
    }

    /** Until {@link #takeCallbacks}; moves with the task. */
    final void callBackLater(Runnable command) {
        if (callbacks.isEmpty()) {
            callbacks = new ArrayList<>();
        }
        callbacks.add(command);
    }

    final boolean hasCallbacks() {
        return !callbacks.isEmpty();
    }

    /** All of them, in their order; then there are none. */
    final List<Runnable> takeCallbacks() {
        List<Runnable> taken = callbacks;
        callbacks = List.of();
        return taken;
    }

    final IBolt bolt() {
        return (IBolt) object();
    }

    /**
     * Executes a tuple on the thread that drives the core.
     *
     * @param direct whether the task that emitted it calls, and waits
     * @return whether the thread still drives the core
     */
    abstract boolean execute(EngineTuple tuple, boolean direct, CoreOwner own);

    /** Executes a tuple on the executor's own thread. */
    final void executeOnThread(EngineTuple tuple) {
        BoltExecutor executor = (BoltExecutor) executor();
        InputStats input = input(tuple.source());
        if (input.countExecute()) {
            tuple.setSample(executor.startSample(input));
        } else {
            executor.startTiming(input); // all are: who has a thread has long calls
        }
        executor.userCode().guarded(this, "execute", () -> call(tuple));
        long elapsedNs = executor.endSample(false);
        seeCall(elapsedNs);
        if (isWatched()) {
            executor.tellWatchers(this, tuple, elapsedNs);
        }
    }

    /** Its execute was interrupted, and threw; on that thread, which has lost the core. */
    final void failInterrupted(EngineTuple tuple) {
        ((BoltCollector) collector()).fail(tuple);
    }

    /**
     * The same, but it returned. Whoever keeps tuples to ack them later has its message replayed
     * for nothing.
     */
    final void failUnanswered(EngineTuple tuple) {
        ((BoltCollector) collector()).failUnanswered(tuple);
    }

    private void call(EngineTuple tuple) {
        if (tuple.isTraced()) {
            executeTraced(tuple);
        } else {
            bolt().execute(tuple);
        }
    }

    // ---- traced tuples ----------------------------------------------------------------------

    /** One goes the way of any other; as an object, even where it is called directly. */
    @Override
    public final void deliver(EngineTuple tuple, Core from, CoreOwner own) {
        BoltExecutor executor = (BoltExecutor) executor();
        Core core = core();
        if (core != from) {
            from.send(core, tuple);
        } else if (!core.mayCallDirectly(executor.blockReasons()) || !executor.startIfFree()) {
            executor.enqueue(tuple);
        } else if (execute(tuple, true, own)) {
            executor.stopRunning();
        }
    }

    /** In user code, on whichever thread executes the tuple. */
    final void executeTraced(EngineTuple tuple) {
        LiveSpan span = ((TracedTuple) tuple).span();
        TraceBook book = executor().topology.traces();
        span.begin(core().index(), SpoutTracing.label(executor()));
        traced = new Traced(span, Thread.currentThread());
        context()
                .slowPathReasons()
                .trace(true); // what is emitted without an anchor follows from it
        SpanScopes.Scope scope = book.enter(span);
        Throwable thrown = null;
        try {
            bolt().execute(tuple);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            if (scope != null) {
                scope.close();
            }
            context().slowPathReasons().trace(false);
            traced = null;
            span.end(thrown);
        }
    }

    /** The span of the traced tuple that the calling thread executes; null if there is none. */
    final @Nullable LiveSpan spanInHand() {
        Traced now = traced;
        return now != null && now.thread == Thread.currentThread() ? now.span : null;
    }
}
