package io.eyewall.server.worker;

/**
 * The progress of the new version of a topology during its update; times are milliseconds since
 * 1970, 0 for events that have not happened.
 *
 * @param phase the current phase
 * @param waitsFor description of the current obstacle; empty if none is known
 * @param takenOverMs time when it found that it must run
 * @param endedMs time when the old version's process had ended
 * @param openedMs time when all tasks were open
 * @param ackedMs time of the first ack
 */
public record StandbyReport(
        Phase phase, String waitsFor, long takenOverMs, long endedMs, long openedMs, long ackedMs) {
    /** The phases of a standby. */
    public enum Phase {
        /** Opens the components that may be opened beside the old version. */
        PREPARING,
        /** Is ready to take over. */
        READY,
        /** Has received the orders and starts to run. */
        TAKING_OVER,
        /** Runs with all tasks open. */
        RUNNING
    }
}
