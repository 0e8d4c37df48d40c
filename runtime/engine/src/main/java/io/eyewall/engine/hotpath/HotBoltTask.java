package io.eyewall.engine.hotpath;

import io.eyewall.engine.acking.TupleTree;
import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.bolt.BoltTask;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.delivery.StreamSource;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.SlowPathReasons;
import io.eyewall.engine.memory.HotPath;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.apache.storm.task.IBolt;
import org.jspecify.annotations.Nullable;

/**
 * Delivers tuples to a bolt and executes them. The engine makes copies of this class: see {@link
 * SpecializedClasses}.
 */
final class HotBoltTask extends BoltTask {
    /** The wiring of the only task of this copy, or null if the copy has several tasks. */
    private static final @Nullable JitConstant<Wiring> CONSTANT_WIRING =
            JitConstant.ofHiddenClass(MethodHandles.lookup());

    private Wiring wiring;

    /**
     * The objects that the task works with; replaced when the task moves. Inputs are indexed by
     * stream key.
     */
    @SuppressWarnings("ArrayRecordComponent") // records are never compared
    record Wiring(
            BoltExecutor executor,
            Core core,
            IBolt bolt,
            SlowPathReasons slowPathReasons,
            @Nullable InputStats[] inputs,
            boolean acking,
            int taskletNumber,
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
                        inputsByStreamKey(),
                        executor.settings().acking(),
                        executor.number(),
                        executor.blockReasons());
        if (CONSTANT_WIRING != null) {
            CONSTANT_WIRING.set(next);
        }
        return next;
    }

    private Wiring wiring() {
        return CONSTANT_WIRING == null ? wiring : CONSTANT_WIRING.get();
    }

    @Override
    public void moveTo(Executor next) {
        super.moveTo(next);
        wiring = wire((BoltExecutor) next);
    }

    /**
     * Executes the tuple by a direct call if possible; otherwise enqueues it or sends it to its
     * core.
     */
    @HotPath
    @Override
    public void deliver(
            StreamSource source,
            List<Object> values,
            @Nullable TupleTree tree,
            Core from,
            CoreOwner owner) {
        Wiring wired = wiring();
        BoltExecutor executor = wired.executor();
        Core core = wired.core();
        if (core == from && core.mayCallDirectly(wired.blockReasons()) && executor.startIfFree()) {
            if (execute(wired, new EngineTuple(source, values, this, tree, from), true, owner)) {
                executor.stopRunning();
            }
            return;
        }
        // Each path makes its own tuple: one object for both would be allocated (decision 26).
        EngineTuple waiting = new EngineTuple(source, values, this, tree, from);
        if (core == from) {
            executor.enqueue(waiting);
        } else {
            from.send(core, waiting);
        }
    }

    /** Handles a tuple from another core: executes it now if possible. */
    @HotPath
    @Override
    public void receive(EngineTuple tuple, CoreOwner owner) {
        Wiring wired = wiring();
        BoltExecutor executor = wired.executor();
        if (!wired.core().mayCallDirectly(wired.blockReasons()) || !executor.startIfFree()) {
            executor.enqueueOrProve(tuple, owner);
        } else if (execute(wired, tuple, false, owner)) {
            executor.stopRunning();
        }
    }

    @Override
    public boolean execute(EngineTuple tuple, boolean direct, CoreOwner owner) {
        return execute(wiring(), tuple, direct, owner);
    }

    @HotPath
    private boolean execute(Wiring wired, EngineTuple tuple, boolean direct, CoreOwner owner) {
        BoltExecutor executor = wired.executor();
        Core core = wired.core();
        StreamSource source = tuple.source();
        InputStats input = wired.inputs()[source.streamKey()];
        boolean isFirst = input == null;
        if (isFirst) {
            input = input(source);
            executor.userCode().firstCalls().beforeCall();
        }
        boolean timed = input.countExecute();
        if (timed) {
            int sample = executor.startSample(input);
            if (wired.acking()) { // without acks the sample is never read
                tuple.setSample(sample);
            }
        }
        owner.callUser(wired.taskletNumber());
        @Nullable Throwable thrown = null;
        try {
            if (tuple.isTraced()) {
                executeTraced(tuple);
            } else {
                wired.bolt().execute(tuple);
            }
        } catch (Throwable e) {
            thrown = e;
        }
        // The tuple may escape only in branches that the compiler leaves out while they are never
        // taken. A catch block is no such branch on JDK 17: if it escapes there, every tuple that
        // is executed by a direct call is allocated.
        if (thrown != null) {
            if (executor.userCode().interruption().isCauseOf(thrown)) {
                failInterrupted(tuple);
            }
            return executor.userCode().onThrownOnCore(this, "execute", thrown, core, owner);
        }
        if (!owner.toEngine(core)) {
            executor.endAfterCoreLost(input, timed);
            if (executor.userCode().interruption().isOfCallingThread()) {
                failIfUnfinished(tuple);
            }
            return executor.userCode().onCoreLost();
        }
        owner.clearInterrupt();
        if (isFirst) {
            executor.userCode().firstCalls().afterCall();
        }
        long elapsedNs = timed ? endSample(executor, direct) : -1;
        if (wired.slowPathReasons().isObserved()) {
            return executor.callObserversOnCore(this, tuple, elapsedNs, core, owner);
        }
        return true;
    }

    private long endSample(BoltExecutor executor, boolean direct) {
        long elapsedNs = executor.endSample(direct);
        recordCall(elapsedNs);
        return elapsedNs;
    }
}
