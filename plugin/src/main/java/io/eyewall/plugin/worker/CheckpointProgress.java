package io.eyewall.plugin.worker;

import org.apache.storm.spout.CheckPointState;
import org.apache.storm.spout.CheckpointSpout;

/** How far Storm's checkpoint spout is, which it doesn't tell. By its executor's thread alone. */
final class CheckpointProgress {
    private static final StormField STATE = field("curTxState");
    private static final StormField RECOVERING = field("recovering");
    private static final StormField RECOVERY_STEP = field("recoveryStepInProgress");
    private static final StormField CHECKPOINT_STEP = field("checkpointStepInProgress");
    private static final StormField LAST = field("lastCheckpointTs");

    private final CheckpointSpout spout;

    CheckpointProgress(CheckpointSpout spout) {
        this.spout = spout;
    }

    private static StormField field(String name) {
        return StormField.of(CheckpointSpout.class, name);
    }

    /**
     * Fails where Storm is another version: before anybody relies on this.
     *
     * @throws LinkageError if it has other fields
     */
    static void requireFields() {
        // They have been looked for when this class was loaded.
    }

    private boolean is(StormField field) {
        return Boolean.TRUE.equals(field.read(spout));
    }

    /** Whether what it has emitted last is neither acked nor failed. */
    boolean isWaiting() {
        return is(is(RECOVERING) ? RECOVERY_STEP : CHECKPOINT_STEP);
    }

    /** Whether the last checkpoint is committed everywhere, and the next has not begun. */
    boolean isBetween() {
        return !is(RECOVERING)
                && !is(CHECKPOINT_STEP)
                && STATE.read(spout) instanceof CheckPointState state
                && state.getState() == CheckPointState.State.COMMITTED;
    }

    /** Has it begin the next checkpoint when it is asked for a tuple, whatever its interval. */
    void makeDue() {
        LAST.write(spout, 0L);
    }
}
