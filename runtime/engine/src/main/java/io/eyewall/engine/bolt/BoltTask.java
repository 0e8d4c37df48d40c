package io.eyewall.engine.bolt;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.TracedTuple;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.trace.LiveSpan;
import io.eyewall.engine.trace.SpanScopes;
import io.eyewall.engine.trace.TraceBook;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.task.IBolt;
import org.jspecify.annotations.Nullable;

/** A task of a bolt. */
public abstract class BoltTask extends Task {
    /** Callbacks that the bolt has requested. For its core only. */
    private List<Runnable> callbacks = List.of();

    /**
     * The traced tuple that is being executed. Written by the executing thread; other threads may
     * read it.
     */
    private @Nullable TracedExecute traced;

    /** A span, and the thread that executes its tuple. */
    private record TracedExecute(LiveSpan span, Thread thread) {}

    public BoltTask(Executor executor, Parts parts) {
        super(executor, parts);
    }

    /** Adds a callback, which is kept until {@link #takeCallbacks} and moves with the task. */
    final void addCallback(Runnable command) {
        if (callbacks.isEmpty()) {
            callbacks = new ArrayList<>();
        }
        callbacks.add(command);
    }

    final boolean hasCallbacks() {
        return !callbacks.isEmpty();
    }

    /** Removes all callbacks and returns them in their order. */
    final List<Runnable> takeCallbacks() {
        List<Runnable> taken = callbacks;
        callbacks = List.of();
        return taken;
    }

    public final IBolt bolt() {
        return (IBolt) object();
    }

    /**
     * Executes a tuple on the core's owner thread.
     *
     * @param direct whether the call comes directly from the task that emitted the tuple, which
     *     waits for it
     * @return whether the calling thread still owns the core
     */
    public abstract boolean execute(EngineTuple tuple, boolean direct, CoreOwner owner);

    /** Executes a tuple on the executor's dedicated thread. */
    final void executeOnThread(EngineTuple tuple) {
        BoltExecutor executor = (BoltExecutor) executor();
        InputStats input = input(tuple.source());
        if (input.countExecute()) {
            tuple.setSample(executor.startSample(input));
        } else {
            // Every call is timed: an executor with a dedicated thread has long calls.
            executor.startTiming(input);
        }
        executor.userCode().guarded(this, "execute", () -> callBolt(tuple));
        long elapsedNs = executor.endSample(false);
        recordCall(elapsedNs);
        if (isObserved()) {
            executor.callObservers(this, tuple, elapsedNs);
        }
    }

    /**
     * Fails a tuple whose execute was interrupted and threw. Called on the interrupted thread,
     * which has lost the core.
     */
    public final void failInterrupted(EngineTuple tuple) {
        ((BoltCollector) collector()).fail(tuple);
    }

    /**
     * Fails a tuple whose execute was interrupted but returned, unless the bolt has acked or failed
     * it. If the bolt keeps the tuple to ack it later, the message is replayed unnecessarily.
     */
    public final void failIfUnfinished(EngineTuple tuple) {
        ((BoltCollector) collector()).failIfUnfinished(tuple);
    }

    private void callBolt(EngineTuple tuple) {
        if (tuple.isTraced()) {
            executeTraced(tuple);
        } else {
            bolt().execute(tuple);
        }
    }

    // ---- traced tuples ----------------------------------------------------------------------

    /** Delivers a traced tuple as any other, but always as an object, even by a direct call. */
    @Override
    public final void deliver(EngineTuple tuple, Core from, CoreOwner owner) {
        BoltExecutor executor = (BoltExecutor) executor();
        Core core = core();
        if (core != from) {
            from.send(core, tuple);
        } else if (!core.mayCallDirectly(executor.blockReasons()) || !executor.startIfFree()) {
            executor.enqueue(tuple);
        } else if (execute(tuple, true, owner)) {
            executor.stopRunning();
        }
    }

    /** Executes a traced tuple. Runs as user code on whichever thread executes the tuple. */
    public final void executeTraced(EngineTuple tuple) {
        LiveSpan span = ((TracedTuple) tuple).span();
        TraceBook book = executor().topology.traces();
        span.begin(core().index(), executor().label());
        traced = new TracedExecute(span, Thread.currentThread());
        // Emits without an anchor belong to this tuple's span.
        context().slowPathReasons().setMayBeTraced(true);
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
            context().slowPathReasons().setMayBeTraced(false);
            traced = null;
            span.end(thrown);
        }
    }

    /**
     * Returns the span of the traced tuple that the calling thread executes; null if there is none.
     */
    final @Nullable LiveSpan currentSpan() {
        TracedExecute current = traced;
        return current != null && current.thread == Thread.currentThread() ? current.span : null;
    }
}
