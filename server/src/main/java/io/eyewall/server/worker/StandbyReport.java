package io.eyewall.server.worker;

/**
 * How far a worker's topology has come that is to replace another one; times in milliseconds since
 * 1970, 0 for what has not happened.
 *
 * @param phase what it does
 * @param waitsFor in words, what keeps it; empty for nothing known
 * @param takenOverMs when it saw that it is the one to run
 * @param endedMs when the other's process had ended
 * @param openedMs when all tasks were open
 * @param ackedMs when a message was acked first
 */
public record StandbyReport(
        Phase phase, String waitsFor, long takenOverMs, long endedMs, long openedMs, long ackedMs) {
    /** The phases of a standby. */
    public enum Phase {
        /** Opens what it may. */
        PREPARING,
        /** Could take over. */
        READY,
        /** Is the one to run, and begins to. */
        TAKING_OVER,
        /** All tasks are open. */
        RUNNING
    }
}
