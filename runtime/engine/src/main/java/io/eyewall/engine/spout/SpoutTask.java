package io.eyewall.engine.spout;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.emit.Hooks;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.tick.Ticks;
import java.util.List;
import org.apache.storm.spout.ISpout;
import org.jspecify.annotations.Nullable;

/** A task of a spout. */
public abstract class SpoutTask extends Task {
    private final SpoutTracing tracing;
    private @Nullable SleepingSpout sleepingSpout;

    public SpoutTask(Executor executor, Parts parts) {
        super(executor, parts);
        this.tracing = new SpoutTracing(this, parts.context().slowPathReasons());
    }

    /** Returns the object that chooses and follows the traced messages of this task. */
    final SpoutTracing tracing() {
        return tracing;
    }

    /** Called when a slice begins. On the core. */
    final void beginSlice(long nowNs) {
        if (collector() instanceof SpoutCollector collector) {
            collector.beginSlice(nowNs);
        }
    }

    public final ISpout spout() {
        return (ISpout) object();
    }

    /**
     * Lets the core wait for the sleeps with which nextTuple begins or ends. Called before the task
     * is opened.
     */
    public final void letCoreWaitForSleeps(SleeplessCall call) {
        sleepingSpout = new SleepingSpout(this, spout(), call);
        rewire();
    }

    /** Returns the spout whose sleeps the core waits for; null if it has none. */
    final @Nullable SleepingSpout sleepingSpout() {
        return sleepingSpout;
    }

    /**
     * Returns the object that the core calls: the spout, or the {@link SleepingSpout} around it.
     */
    public final ISpout calledSpout() {
        return sleepingSpout == null ? spout() : sleepingSpout;
    }

    /** Called when {@link #calledSpout} has changed. */
    public abstract void rewire();

    /** Calls ack inside the emit, as Storm does without ackers. Runs as user code. */
    final void ackImmediately(Object messageId) {
        spout().ack(messageId);
        if (isHooked()) {
            Hooks.callSpoutAck(this, messageId, 0L);
        }
    }

    /**
     * Calls nextTuple, and repeats the call as long as it emits something and the executor may
     * continue. Between two calls it delivers the completions that had arrived before the first of
     * them.
     *
     * @param max maximum number of calls; 1 if the executor has several tasks
     * @return the number of calls, or LOST
     */
    public abstract int callSpout(int max, Core core, CoreOwner owner);

    /**
     * Delivers the completion of a message to the spout.
     *
     * @return whether the calling thread still owns the core
     */
    public abstract boolean deliverCompletion(RootTree tree, Core core, CoreOwner owner);

    /**
     * Calls ack or fail of the spout. The caller is already in user code and handles exceptions.
     */
    public abstract void callAckOrFail(RootTree tree);

    /** Throws: spouts receive no tuples, and {@link Ticks} handles their metrics ticks. */
    @Override
    public final void deliver(
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner owner) {
        throw new IllegalStateException("spout task " + taskId() + " received a tuple: " + values);
    }

    @Override
    public final void receive(EngineTuple tuple, CoreOwner owner) {
        throw new IllegalStateException("spout task " + taskId() + " received a tuple: " + tuple);
    }

    @Override
    public final void deliver(EngineTuple tuple, Core from, CoreOwner owner) {
        throw new IllegalStateException("spout task " + taskId() + " received a tuple: " + tuple);
    }
}
