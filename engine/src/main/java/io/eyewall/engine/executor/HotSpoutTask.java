package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.EngineTuple;
import org.apache.storm.spout.ISpout;

/**
 * A spout: where it is called. There is a copy of this class per component: see {@link HotCopies}.
 */
final class HotSpoutTask extends Task {
    private SpoutExecutor executor;
    private final ISpout spout;

    HotSpoutTask(SpoutExecutor executor, Parts parts) {
        super(executor, parts);
        this.executor = executor;
        this.spout = (ISpout) parts.object();
    }

    /** Spouts receive no tuples; metrics ticks go to {@link Ticks}. */
    @Override
    public void receive(EngineTuple tuple) {
        throw new IllegalStateException("spout " + executor + " received " + tuple);
    }

    @Override
    void moveTo(Executor next) {
        super.moveTo(next);
        executor = (SpoutExecutor) next;
    }

    /** hot path: EmitToExecuteBenchmark. */
    @Override
    boolean nextTuple(Core core, Driver own) {
        own.callUser();
        boolean broken = false;
        try {
            spout.nextTuple();
        } catch (Throwable thrown) {
            broken = true;
            executor.threw(this, "nextTuple", thrown);
        }
        if (!own.toEngine(core)) {
            executor.comeBackFromNextTuple();
            return false;
        }
        if (broken) {
            executor.stopCalling();
        }
        return true;
    }
}
