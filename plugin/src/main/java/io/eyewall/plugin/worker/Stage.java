package io.eyewall.plugin.worker;

/**
 * How far a worker is with an assignment; within one version of it a stage is never left backwards.
 */
public enum Stage {
    /** It knows of it, and works as before. */
    SEEN,
    /** A new worker: it could start at once. Others: nothing to do for this. */
    READY,
    /** Its spouts rest, and all that they have emitted is acked or failed. */
    DRAINED,
    /** The checkpoint spout rests, too: states are saved. Spouts that leave are deactivated. */
    QUIET,
    /** It routes by the new assignment, and all connections for that are there. */
    SWITCHED,
    /** It works by the new assignment. */
    ACTIVE
}
