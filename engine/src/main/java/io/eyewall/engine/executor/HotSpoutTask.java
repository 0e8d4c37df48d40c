package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.Driver;
import io.eyewall.engine.delivery.EngineTuple;
import java.lang.invoke.MethodHandles;
import org.apache.storm.spout.ISpout;

/** A spout: where it is called. There are copies of this class: see {@link HotCopies}. */
final class HotSpoutTask extends Task {
    /** The wiring of the only task of this copy, or null if there are several. */
    private static final Fixed<Wiring> ONLY = Fixed.of(MethodHandles.lookup());

    private Wiring wiring;

    /** What it works with until it moves. */
    record Wiring(
            SpoutExecutor executor, ISpout spout, TaskContext context, boolean acking, int unit) {}

    HotSpoutTask(SpoutExecutor executor, Parts parts) {
        super(executor, parts);
        this.wiring = wire(executor);
    }

    private Wiring wire(SpoutExecutor executor) {
        boolean acking = executor.settings().acking();
        Wiring next = new Wiring(executor, (ISpout) object(), context(), acking, executor.number());
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
        wiring = wire((SpoutExecutor) next);
    }

    /** Spouts receive no tuples; metrics ticks go to {@link Ticks}. */
    @Override
    public void receive(EngineTuple tuple, Driver own) {
        throw new IllegalStateException("spout task " + taskId() + " received " + tuple);
    }

    /**
     * One loop around all that a call sets off, so that the JIT compiler makes one piece of it. hot
     * path: EmitToExecuteBenchmark
     */
    @Override
    int callSpout(int most, Core core, Driver own) {
        Wiring with = wiring();
        SpoutExecutor executor = with.executor();
        long emitted = executor.emits();
        for (int calls = 1; ; calls++) {
            own.callUser(with.unit());
            try {
                with.spout().nextTuple();
            } catch (Throwable thrown) {
                boolean driving = executor.threwInCall(this, "nextTuple", thrown, core, own);
                return driving ? calls : Core.LOST;
            }
            if (!own.toEngine(core)) {
                executor.comeBackFromSpout();
                return Core.LOST;
            }
            long before = emitted;
            emitted = executor.emits();
            if (emitted == before) {
                executor.foundNothing();
                return calls;
            }
            if (calls >= most) {
                return calls;
            }
            if (with.acking()) {
                RootTree done;
                while ((done = executor.nextAnswer()) != null) {
                    Task task = done.taskId() == taskId() ? this : executor.task(done);
                    if (!task.answer(done, core, own)) {
                        return Core.LOST;
                    }
                }
                if (executor.maxPendingReached()) {
                    return calls;
                }
            }
            if (!executor.mayGoOn(core)) {
                return calls;
            }
        }
    }

    /** hot path: EmitToExecuteBenchmark. */
    @Override
    boolean answer(RootTree tree, Core core, Driver own) {
        Wiring with = wiring();
        SpoutExecutor executor = with.executor();
        own.callUser(with.unit());
        try {
            tell(tree);
        } catch (Throwable thrown) {
            return executor.threwInCall(this, SpoutExecutor.callFor(tree), thrown, core, own);
        }
        if (!own.toEngine(core)) {
            return executor.comeBackFromSpout();
        }
        executor.trees().giveBack(tree);
        return true;
    }

    @Override
    void tell(RootTree tree) {
        Wiring with = wiring();
        long elapsedNs = with.executor().count(tree);
        if (tree.outcome() == RootTree.Outcome.ACKED) {
            with.spout().ack(tree.messageId());
        } else {
            with.spout().fail(tree.messageId());
        }
        if (with.context().isHooked()) {
            Hooks.spoutAnswered(this, tree, elapsedNs);
        }
    }
}
