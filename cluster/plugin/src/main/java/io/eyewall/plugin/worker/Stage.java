package io.eyewall.plugin.worker;

/**
 * The progress of a worker with an assignment; within one version of the assignment it never goes
 * back.
 */
public enum Stage {
    /** The worker knows the assignment and works as before. */
    SEEN,
    /** A new worker could start at once; other workers need nothing for this stage. */
    READY,
    /** The worker's spouts are paused and all their messages are acked or failed. */
    DRAINED,
    /** The checkpoint spout is paused, too: states are saved. Leaving spouts are deactivated. */
    QUIET,
    /** The worker routes by the new assignment and has all connections for it. */
    SWITCHED,
    /** The worker works by the new assignment. */
    ACTIVE
}
