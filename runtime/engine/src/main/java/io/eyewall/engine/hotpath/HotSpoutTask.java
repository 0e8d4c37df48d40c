package io.eyewall.engine.hotpath;

import io.eyewall.engine.acking.RootTree;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreOwner;
import io.eyewall.engine.emit.Hooks;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.TaskContext;
import io.eyewall.engine.executor.UserCode;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.spout.SpoutExecutor;
import io.eyewall.engine.spout.SpoutMessages;
import io.eyewall.engine.spout.SpoutTask;
import java.lang.invoke.MethodHandles;
import org.apache.storm.spout.ISpout;
import org.jspecify.annotations.Nullable;

/**
 * Calls a spout: nextTuple, ack and fail. The engine makes copies of this class: see {@link
 * SpecializedClasses}.
 */
final class HotSpoutTask extends SpoutTask {
    /** The wiring of the only task of this copy, or null if the copy has several tasks. */
    private static final @Nullable JitConstant<Wiring> CONSTANT_WIRING =
            JitConstant.ofHiddenClass(MethodHandles.lookup());

    private Wiring wiring;

    /** The objects that the task works with; replaced when the task moves. */
    record Wiring(
            SpoutExecutor executor,
            SpoutMessages messages,
            ISpout spout,
            TaskContext context,
            boolean acking,
            int taskletNumber) {}

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
                        calledSpout(),
                        context(),
                        acking,
                        executor.number());
        if (CONSTANT_WIRING != null) {
            CONSTANT_WIRING.set(next);
        }
        return next;
    }

    @Override
    public void rewire() {
        wiring = wire(wiring.executor());
    }

    private Wiring wiring() {
        return CONSTANT_WIRING == null ? wiring : CONSTANT_WIRING.get();
    }

    @Override
    public void moveTo(Executor next) {
        super.moveTo(next);
        wiring = wire((SpoutExecutor) next);
    }

    /**
     * Contains the whole loop over calls and completions, so that the JIT compiler compiles it as
     * one piece.
     */
    @HotPath
    @Override
    public int callSpout(int max, Core core, CoreOwner owner) {
        Wiring wired = wiring();
        SpoutExecutor executor = wired.executor();
        SpoutMessages messages = wired.messages();
        long emits = executor.emits();
        for (int calls = 1; ; calls++) {
            int completed = messages.completedCount();
            owner.callUser(wired.taskletNumber());
            try {
                wired.spout().nextTuple();
            } catch (Throwable thrown) {
                boolean ownsCore =
                        executor.userCode().onThrownOnCore(this, "nextTuple", thrown, core, owner);
                return ownsCore ? calls : Core.LOST;
            }
            if (!owner.toEngine(core)) {
                executor.userCode().onCoreLost();
                return Core.LOST;
            }
            owner.clearInterrupt();
            long emitsBefore = emits;
            emits = executor.emits();
            if (emits == emitsBefore) {
                executor.onEmptyCall();
                return calls;
            }
            core.afterCall();
            boolean continues = calls < max;
            if (continues && wired.acking()) {
                RootTree tree;
                for (; completed > 0 && (tree = messages.pollCompleted()) != null; completed--) {
                    SpoutTask task = tree.taskId() == taskId() ? this : executor.taskOf(tree);
                    if (!task.deliverCompletion(tree, core, owner)) {
                        return Core.LOST;
                    }
                }
                continues = !messages.isLimitReached();
            }
            if (!continues || !executor.mayCallAgain(core)) {
                executor.onLastCall(emits - emitsBefore);
                return calls;
            }
        }
    }

    @HotPath
    @Override
    public boolean deliverCompletion(RootTree tree, Core core, CoreOwner owner) {
        Wiring wired = wiring();
        UserCode userCode = wired.executor().userCode();
        owner.callUser(wired.taskletNumber());
        try {
            callAckOrFail(tree);
        } catch (Throwable thrown) {
            return userCode.onThrownOnCore(
                    this, SpoutExecutor.completionCallName(tree), thrown, core, owner);
        }
        if (!owner.toEngine(core)) {
            return userCode.onCoreLost();
        }
        owner.clearInterrupt();
        wired.messages().trees().giveBack(tree);
        return true;
    }

    @Override
    public void callAckOrFail(RootTree tree) {
        Wiring wired = wiring();
        long elapsedNs = wired.messages().countCompletion(tree);
        if (tree.isAcked()) {
            wired.spout().ack(tree.messageId());
        } else {
            wired.spout().fail(tree.messageId());
        }
        if (wired.context().isHooked()) {
            Hooks.callSpoutCompleted(this, tree, elapsedNs);
        }
    }
}
