package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import java.util.List;
import org.apache.storm.spout.ISpout;
import org.jspecify.annotations.Nullable;

/** A task of a spout. */
public abstract class SpoutTask extends Task {
    private final SpoutTracing tracing;

    SpoutTask(Executor executor, Parts parts) {
        super(executor, parts);
        this.tracing = new SpoutTracing(this, parts.context().slowPathReasons());
    }

    /** Which of its messages are traced. */
    final SpoutTracing tracing() {
        return tracing;
    }

    /** A turn begins, on the core. */
    final void beginTurn(long nowNs) {
        if (collector() instanceof SpoutCollector own) {
            own.beginTurn(nowNs);
        }
    }

    final ISpout spout() {
        return (ISpout) object();
    }

    /** Without ackers Storm calls ack inside the emit; so do we. User code. */
    final void ackAtOnce(Object messageId) {
        spout().ack(messageId);
        if (isHooked()) {
            Hooks.spoutAck(this, messageId, 0L);
        }
    }

    /**
     * Calls nextTuple, and goes on as long as each call emits something and nothing speaks against
     * more. Between two calls it tells of the messages that had ended before the first of them.
     *
     * @param most calls; 1 if the executor has several tasks
     * @return calls made, or LOST
     */
    abstract int callSpout(int most, Core core, CoreOwner own);

    /**
     * Tells the spout of the end of a message.
     *
     * @return whether the thread still drives the core
     */
    abstract boolean answer(RootTree tree, Core core, CoreOwner own);

    /** The same, in user code already: what it throws is the caller's. */
    abstract void tell(RootTree tree);

    /** Spouts receive no tuples; metrics ticks go to {@link Ticks}. */
    @Override
    public final void deliver(
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner own) {
        throw new IllegalStateException("spout task " + taskId() + " received " + values);
    }

    @Override
    public final void receive(EngineTuple tuple, CoreOwner own) {
        throw new IllegalStateException("spout task " + taskId() + " received " + tuple);
    }

    @Override
    public final void deliver(EngineTuple tuple, Core from, CoreOwner own) {
        throw new IllegalStateException("spout task " + taskId() + " received " + tuple);
    }
}
