package io.eyewall.engine;

/** The status of a topology. It moves down this list, except that ACTIVE and INACTIVE alternate. */
public enum TopologyStatus {
    /** The topology was accepted; tasks are being opened, or wait for the first activation. */
    STARTING,
    /** Spouts emit. */
    ACTIVE,
    /** Spouts are deactivated; completions still arrive. */
    INACTIVE,
    /** Spouts are deactivated for good; emitted tuples are processed until the wait is over. */
    KILLED,
    /** The topology is over without failure: everything is closed and cleaned up. */
    ENDED,
    /** The topology is over because user code threw; see {@link RunningTopology#failure()}. */
    FAILED;

    /** Returns whether the topology is over, so that nothing of it runs any more. */
    public boolean isOver() {
        return this == ENDED || this == FAILED;
    }
}
