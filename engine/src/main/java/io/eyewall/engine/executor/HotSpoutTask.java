package io.eyewall.engine.executor;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import java.lang.invoke.MethodHandles;
import org.apache.storm.spout.ISpout;
import org.jspecify.annotations.Nullable;

/** A spout: where it is called. There are copies of this class: see {@link SpecializedClasses}. */
final class HotSpoutTask extends SpoutTask {
    /** The wiring of the only task of this copy, or null if there are several. */
    private static final @Nullable JitConstant<Wiring> ONLY =
            JitConstant.of(MethodHandles.lookup());

    private Wiring wiring;

    /** What it works with until it moves. */
    record Wiring(
            SpoutExecutor executor,
            SpoutMessages messages,
            ISpout spout,
            TaskContext context,
            boolean acking,
            int tasklet) {}

    HotSpoutTask(SpoutExecutor executor, Parts parts) {
        super(executor, parts);
        this.wiring = wire(executor);
    }

    private Wiring wire(SpoutExecutor executor) {
        boolean acking = executor.settings().acking();
        Wiring next =
                new Wiring(
                        executor,
                        executor.messages(),
                        spout(),
                        context(),
                        acking,
                        executor.number());
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

    /**
     * One loop around all that a call sets off, so that the JIT compiler makes one piece of it. hot
     * path: EmitToExecuteBenchmark
     */
    @Override
    int callSpout(int most, Core core, CoreOwner own) {
        Wiring with = wiring();
        SpoutExecutor executor = with.executor();
        SpoutMessages messages = with.messages();
        long emitted = executor.emits();
        for (int calls = 1; ; calls++) {
            int ended = messages.ended();
            own.callUser(with.tasklet());
            try {
                with.spout().nextTuple();
            } catch (Throwable thrown) {
                boolean drives =
                        executor.userCode().threwHere(this, "nextTuple", thrown, core, own);
                return drives ? calls : Core.LOST;
            }
            if (!own.toEngine(core)) {
                executor.userCode().lostHere();
                return Core.LOST;
            }
            own.clearInterrupt();
            long before = emitted;
            emitted = executor.emits();
            if (emitted == before) {
                executor.foundNothing();
                return calls;
            }
            core.afterCall();
            boolean goesOn = calls < most;
            if (goesOn && with.acking()) {
                RootTree tree;
                for (; ended > 0 && (tree = messages.nextEnded()) != null; ended--) {
                    SpoutTask task = tree.taskId() == taskId() ? this : executor.task(tree);
                    if (!task.answer(tree, core, own)) {
                        return Core.LOST;
                    }
                }
                goesOn = !messages.isLimitReached();
            }
            if (!goesOn || !executor.mayGoOn(core)) {
                executor.onLastCall(emitted - before);
                return calls;
            }
        }
    }

    /** hot path: EmitToExecuteBenchmark. */
    @Override
    boolean answer(RootTree tree, Core core, CoreOwner own) {
        Wiring with = wiring();
        UserCode userCode = with.executor().userCode();
        own.callUser(with.tasklet());
        try {
            tell(tree);
        } catch (Throwable thrown) {
            return userCode.threwHere(this, SpoutExecutor.callFor(tree), thrown, core, own);
        }
        if (!own.toEngine(core)) {
            return userCode.lostHere();
        }
        own.clearInterrupt();
        with.messages().trees().giveBack(tree);
        return true;
    }

    @Override
    void tell(RootTree tree) {
        Wiring with = wiring();
        long elapsedNs = with.messages().count(tree);
        if (tree.isAcked()) {
            with.spout().ack(tree.messageId());
        } else {
            with.spout().fail(tree.messageId());
        }
        if (with.context().isHooked()) {
            Hooks.spoutAnswered(this, tree, elapsedNs);
        }
    }
}
