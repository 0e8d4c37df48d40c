package io.eyewall.engine;

/** Where a topology is in its life; it moves down this list, but ACTIVE and INACTIVE alternate. */
public enum TopologyStatus {
    /** Accepted; tasks are being opened and prepared, or wait for the first activation. */
    STARTING,
    /** Spouts emit. */
    ACTIVE,
    /** Spouts are deactivated; acks still arrive. */
    INACTIVE,
    /** Killed: spouts are deactivated, what is under way may finish until the wait is over. */
    KILLED,
    /** Over, without failure: everything is closed and cleaned up. */
    ENDED,
    /** Over, because user code threw; see {@link RunningTopology#failure()}. */
    FAILED;

    /** Whether nothing of the topology runs any more. */
    public boolean isOver() {
        return this == ENDED || this == FAILED;
    }
}
