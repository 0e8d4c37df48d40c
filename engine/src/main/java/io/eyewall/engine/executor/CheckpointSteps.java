package io.eyewall.engine.executor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.apache.storm.spout.CheckPointState;
import org.apache.storm.spout.CheckpointSpout;
import org.jspecify.annotations.Nullable;

/**
 * Whether Storm's spout of checkpoints is between the steps of one (Storm:
 * spout/CheckpointSpout.java). One that ends there makes its next life commit before bolts are
 * given their state: Storm calls {@code preCommit} before {@code initState} then, and tries for
 * ever if that throws. It can't be helped where a process is killed; where it is stopped, it can.
 */
final class CheckpointSteps {
    private static final VarHandle STATE = field("curTxState", CheckPointState.class);
    private static final VarHandle RECOVERING = field("recovering", boolean.class);

    private static final VarHandle LAST_BEGUN_MS = field("lastCheckpointTs", long.class);

    private CheckpointSteps() {}

    /**
     * Lets the spout, if it is one, count its interval from now where it has begun a checkpoint
     * later than now: the clock of the machine has been set back, and it would begin none until the
     * clock has come there again. As user code of the spout.
     *
     * @param nowMs by {@link System#currentTimeMillis}, as the spout takes it
     */
    static void followClock(Object spout, long nowMs) {
        if (isOne(spout) && (long) LAST_BEGUN_MS.get(spout) > nowMs) {
            LAST_BEGUN_MS.set(spout, nowMs);
        }
    }

    /** Whether a spout is Storm's spout of checkpoints. */
    static boolean isOne(Object spout) {
        return spout instanceof CheckpointSpout;
    }

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(CheckpointSpout.class, MethodHandles.lookup())
                    .findVarHandle(CheckpointSpout.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whether the spout is one, and has begun what it can end. Any thread; may be a moment old. */
    static boolean areUnderWay(Object spout) {
        if (!isOne(spout) || (boolean) RECOVERING.getVolatile(spout)) {
            return false;
        }
        @Nullable CheckPointState now = (CheckPointState) STATE.getVolatile(spout);
        return now != null && now.getState() != CheckPointState.State.COMMITTED;
    }
}
