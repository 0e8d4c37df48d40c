package io.eyewall.engine.executor;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.EngineTuple;
import org.apache.storm.task.IBolt;

/**
 * A bolt: where tuples reach it. There is a copy of this class per component: see {@link
 * HotCopies}.
 */
final class HotBoltTask extends Task {
    private BoltExecutor executor;
    private final IBolt bolt;

    HotBoltTask(BoltExecutor executor, Parts parts) {
        super(executor, parts);
        this.executor = executor;
        this.bolt = (IBolt) parts.object(); // once: a cast to an interface per tuple is dear
    }

    /** Executes the tuple now if that is possible. hot path: EmitToExecuteBenchmark */
    @Override
    public void receive(EngineTuple tuple) {
        Core core = executor.core();
        if (executor.hold() != 0 || !core.mayCallDirectly()) {
            executor.enqueue(tuple);
            return;
        }
        executor.enter(core);
        if (execute(tuple, core, core.driver())) {
            executor.leave(core);
        }
    }

    @Override
    void moveTo(Executor next) {
        super.moveTo(next);
        executor = (BoltExecutor) next;
    }

    /** hot path: EmitToExecuteBenchmark. */
    @Override
    boolean execute(EngineTuple tuple, Core core, Driver own) {
        InputStats input = input(tuple.source());
        long executed = input.executed + 1;
        input.executed = executed;
        if (executed == input.nextSample) {
            executor.startSample(input, own.calls());
            tuple.setSample(executor.sample());
        }
        own.callUser();
        boolean broken = false;
        try {
            bolt.execute(tuple);
        } catch (Throwable thrown) {
            broken = true;
            executor.threw(this, "execute", thrown);
        }
        if (!own.toEngine(core)) {
            executor.comeBackFromExecute();
            return false;
        }
        if (broken) {
            executor.stopCalling();
        }
        long startNs = executor.sampledSinceNs();
        if (startNs != 0) {
            executor.endSample(input, own.calls());
        }
        if (isWatched()) {
            executor.afterExecute(this, tuple, startNs);
        }
        return true;
    }
}
