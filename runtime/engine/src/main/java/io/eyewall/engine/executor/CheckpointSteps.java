package io.eyewall.engine.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.storm.spout.CheckPointState;
import org.apache.storm.spout.CheckpointSpout;
import org.jspecify.annotations.Nullable;

/**
 * Reads whether Storm's checkpoint spout is in the middle of a checkpoint (Storm:
 * spout/CheckpointSpout.java). If a topology ends in the middle of a checkpoint, the spout of its
 * next run commits that checkpoint before bolts have received their state: Storm calls {@code
 * preCommit} before {@code initState}, and retries for ever if that throws. Therefore the engine
 * stops a topology only between checkpoints; nothing can be done if the process is killed.
 */
public final class CheckpointSteps {
    private static final VarHandle STATE = fieldHandle("curTxState", CheckPointState.class);
    private static final VarHandle RECOVERING = fieldHandle("recovering", boolean.class);

    private static final VarHandle LAST_BEGUN_MS = fieldHandle("lastCheckpointTs", long.class);

    private CheckpointSteps() {}

    /**
     * Restarts the spout's checkpoint interval now if the spout has recorded the start of a
     * checkpoint in the future, because the machine's clock has been set back. Otherwise it would
     * begin no checkpoint until the clock has reached that time again. Does nothing for other
     * spouts. Runs as user code of the spout.
     *
     * @param nowMs the time by {@link System#currentTimeMillis}, which the spout uses
     */
    public static void adjustToClock(Object spout, long nowMs) {
        if (isCheckpointSpout(spout) && (long) LAST_BEGUN_MS.get(spout) > nowMs) {
            LAST_BEGUN_MS.set(spout, nowMs);
        }
    }

    /** Returns whether a spout is Storm's checkpoint spout. */
    public static boolean isCheckpointSpout(Object spout) {
        return spout instanceof CheckpointSpout;
    }

    private static VarHandle fieldHandle(String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(CheckpointSpout.class, MethodHandles.lookup())
                    .findVarHandle(CheckpointSpout.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Returns whether the spout is Storm's checkpoint spout and has begun a checkpoint that it can
     * complete. Any thread; the value may be slightly stale.
     */
    public static boolean isInProgress(Object spout) {
        if (!isCheckpointSpout(spout) || (boolean) RECOVERING.getVolatile(spout)) {
            return false;
        }
        @Nullable CheckPointState txState = (CheckPointState) STATE.getVolatile(spout);
        return txState != null && txState.getState() != CheckPointState.State.COMMITTED;
    }
}
