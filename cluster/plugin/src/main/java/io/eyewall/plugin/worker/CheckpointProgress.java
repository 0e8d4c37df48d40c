package io.eyewall.plugin.worker;

import org.apache.storm.spout.CheckPointState;
import org.apache.storm.spout.CheckpointSpout;

/**
 * Reads the progress of Storm's checkpoint spout from its private fields. Used only by the spout's
 * executor thread.
 */
final class CheckpointProgress {
    private static final StormField STATE = field("curTxState");
    private static final StormField RECOVERING = field("recovering");
    private static final StormField RECOVERY_STEP = field("recoveryStepInProgress");
    private static final StormField CHECKPOINT_STEP = field("checkpointStepInProgress");
    private static final StormField LAST_CHECKPOINT_TIME = field("lastCheckpointTs");

    private final CheckpointSpout spout;

    CheckpointProgress(CheckpointSpout spout) {
        this.spout = spout;
    }

    private static StormField field(String name) {
        return StormField.of(CheckpointSpout.class, name);
    }

    /**
     * Fails early if this is another version of Storm.
     *
     * @throws LinkageError if the checkpoint spout has other fields
     */
    static void requireFields() {
        // The fields were looked up when this class was loaded.
    }

    private boolean isTrue(StormField field) {
        return Boolean.TRUE.equals(field.read(spout));
    }

    /** Returns whether the spout's last emit is neither acked nor failed. */
    boolean isAwaitingAck() {
        return isTrue(isTrue(RECOVERING) ? RECOVERY_STEP : CHECKPOINT_STEP);
    }

    /** Returns whether the last checkpoint is committed everywhere and the next has not started. */
    boolean isBetweenCheckpoints() {
        return !isTrue(RECOVERING)
                && !isTrue(CHECKPOINT_STEP)
                && STATE.read(spout) instanceof CheckPointState state
                && state.getState() == CheckPointState.State.COMMITTED;
    }

    /** Makes the next call of nextTuple start a checkpoint, whatever the interval. */
    void makeCheckpointDue() {
        LAST_CHECKPOINT_TIME.write(spout, 0L);
    }
}
