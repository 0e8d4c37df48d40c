package io.eyewall.engine.executor;

import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.EngineTuple;
import org.apache.storm.task.IBolt;

/** A task of a bolt. */
public abstract class BoltTask extends Task {
    BoltTask(Executor executor, Parts parts) {
        super(executor, parts);
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
    abstract boolean execute(EngineTuple tuple, boolean direct, Driver own);

    /** Executes a tuple on the executor's own thread. */
    final void executeOnThread(EngineTuple tuple) {
        BoltExecutor executor = (BoltExecutor) executor();
        InputStats input = input(tuple.source());
        boolean timed = input.countExecute();
        if (timed) {
            tuple.setSample(executor.startSample(input, 0));
        }
        executor.userCode().guarded(this, "execute", () -> bolt().execute(tuple));
        long elapsedNs = timed ? executor.endSample(false, 1) : -1;
        if (isWatched()) {
            executor.tellWatchers(this, tuple, elapsedNs);
        }
    }
}
