package io.eyewall.plugin.worker;

/**
 * The progress of a worker towards a new assignment. A worker passes the stages in this order;
 * within one version of the assignment it never returns to an earlier one.
 */
public enum Stage {
    /** The worker has read the new assignment and still works by the old one. */
    SEEN,
    /**
     * A new worker is connected and prepared, so that it could start at once. A worker that existed
     * before has nothing to do for this stage.
     */
    READY,
    /**
     * The worker's spouts are paused, and all their messages are acked or failed. The spouts of a
     * worker that stays emit again later.
     */
    DRAINED,
    /**
     * The checkpoint spout is paused, too, and states are saved. The spouts of a worker that
     * leaves, because the new assignment does not have it, are deactivated.
     */
    QUIET,
    /**
     * The worker routes by the new assignment and has all its connections; its spouts are still
     * paused.
     */
    SWITCHED,
    /** The worker works by the new assignment, and its spouts emit. */
    ACTIVE
}
