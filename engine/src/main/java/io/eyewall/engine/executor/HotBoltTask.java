package io.eyewall.engine.executor;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.apache.storm.task.IBolt;
import org.jspecify.annotations.Nullable;

/**
 * A bolt: where tuples reach it. There are copies of this class: see {@link SpecializedClasses}.
 */
final class HotBoltTask extends BoltTask {
    /** The wiring of the only task of this copy, or null if there are several. */
    private static final @Nullable JitConstant<Wiring> ONLY =
            JitConstant.of(MethodHandles.lookup());

    private Wiring wiring;

    /** What it works with until it moves; inputs by stream key. */
    @SuppressWarnings("ArrayRecordComponent") // compared by nobody
    record Wiring(
            BoltExecutor executor,
            Core core,
            IBolt bolt,
            SlowPathReasons slowPathReasons,
            @Nullable InputStats[] inputs,
            boolean acking,
            int tasklet,
            int blockReasons) {}

    HotBoltTask(BoltExecutor executor, Parts parts) {
        super(executor, parts);
        this.wiring = wire(executor);
    }

    private Wiring wire(BoltExecutor executor) {
        Wiring next =
                new Wiring(
                        executor,
                        executor.core(),
                        bolt(),
                        context().slowPathReasons(),
                        inputArray(),
                        executor.settings().acking(),
                        executor.number(),
                        executor.blockReasons());
        if (ONLY != null) {
            ONLY.set(next);
        }
        return next;
    }

    private Wiring wiring() {
        return ONLY == null ? wiring : ONLY.get();
    }

    @Override
    void moveTo(Executor next) {
        super.moveTo(next);
        wiring = wire((BoltExecutor) next);
    }

    /** Executes the tuple now if that is possible. hot path: EmitToExecuteBenchmark */
    @Override
    public void deliver(
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner own) {
        Wiring with = wiring();
        BoltExecutor executor = with.executor();
        Core core = with.core();
        if (core == from && core.mayCallDirectly(with.blockReasons()) && executor.startIfFree()) {
            if (execute(with, new EngineTuple(source, values, this, tree, from), true, own)) {
                executor.stopRunning();
            }
            return;
        }
        EngineTuple waiting = new EngineTuple(source, values, this, tree, from);
        if (core == from) {
            executor.enqueue(waiting);
        } else {
            from.send(core, waiting);
        }
    }

    /** A tuple that came from elsewhere: executed now if that is possible. hot path. */
    @Override
    public void receive(EngineTuple tuple, CoreOwner own) {
        Wiring with = wiring();
        BoltExecutor executor = with.executor();
        if (!with.core().mayCallDirectly(with.blockReasons()) || !executor.startIfFree()) {
            executor.receiveSlowly(tuple, own);
        } else if (execute(with, tuple, false, own)) {
            executor.stopRunning();
        }
    }

    @Override
    boolean execute(EngineTuple tuple, boolean direct, CoreOwner own) {
        return execute(wiring(), tuple, direct, own);
    }

    /** hot path: EmitToExecuteBenchmark. */
    private boolean execute(Wiring with, EngineTuple tuple, boolean direct, CoreOwner own) {
        BoltExecutor executor = with.executor();
        Core core = with.core();
        StreamSource source = tuple.source();
        InputStats input = with.inputs()[source.streamKey()];
        boolean first = input == null;
        if (first) {
            input = input(source);
            executor.userCode().firstCalls().begin();
        }
        boolean timed = input.countExecute();
        if (timed) {
            int sample = executor.startSample(input);
            if (with.acking()) { // nobody asks for it otherwise
                tuple.setSample(sample);
            }
        }
        own.callUser(with.tasklet());
        try {
            if (tuple.isTraced()) {
                executeTraced(tuple);
            } else {
                with.bolt().execute(tuple);
            }
        } catch (Throwable thrown) {
            if (executor.userCode().interruption().hasThrown(thrown)) {
                failInterrupted(tuple);
            }
            return executor.userCode().threwHere(this, "execute", thrown, core, own);
        }
        if (!own.toEngine(core)) {
            executor.endLost(input, timed);
            if (executor.userCode().interruption().isHere()) {
                failUnanswered(tuple); // here only: the tuple is no object elsewhere
            }
            return executor.userCode().lostHere();
        }
        own.clearInterrupt();
        if (first) {
            executor.userCode().firstCalls().end();
        }
        long elapsedNs = timed ? endSample(executor, direct) : -1;
        if (with.slowPathReasons().isWatched()) {
            return executor.tellWatchersHere(this, tuple, elapsedNs, core, own);
        }
        return true;
    }

    private long endSample(BoltExecutor executor, boolean direct) {
        long elapsedNs = executor.endSample(direct);
        seeCall(elapsedNs);
        return elapsedNs;
    }
}
