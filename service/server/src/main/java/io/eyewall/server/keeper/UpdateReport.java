package io.eyewall.server.keeper;

/**
 * The progress of a topology's update. Times are milliseconds; -1 if unknown.
 *
 * @param topology the topology's name
 * @param id id of the new version
 * @param replaces id of the old version
 * @param phase the current phase
 * @param message why the update is refused, what it waits for, or additional information; may be
 *     empty
 * @param preparedMs time from the start of the new version's process until it was ready
 * @param pauseMs time from the last ack of the old version to the first ack of the new one
 * @param drainMs time spent waiting for pending messages, before the pause or as part of it
 * @param endMs time to close the old version and end its process
 * @param openMs time to open the rest of the new version
 * @param unacked number of pending messages that their source must send again
 */
public record UpdateReport(
        String topology,
        String id,
        String replaces,
        Phase phase,
        String message,
        long preparedMs,
        long pauseMs,
        long drainMs,
        long endMs,
        long openMs,
        long unacked) {
    /** The phases of an update, in chronological order. */
    public enum Phase {
        /** The new version starts beside the old one, which still runs. */
        PREPARING,
        /** The old version stops. */
        HANDING_OVER,
        /** The new version starts to run; from now on it must run, whatever happens. */
        TAKING_OVER,
        /** The new version runs. */
        DONE,
        /** The update failed and the old version continues; the message has the reason. */
        REFUSED;

        /** Returns whether no other phase follows. */
        public boolean isLast() {
            return this == DONE || this == REFUSED;
        }
    }

    static UpdateReport starting(String topology, String id, String replaces) {
        return new UpdateReport(
                topology, id, replaces, Phase.PREPARING, "", -1, -1, -1, -1, -1, -1);
    }

    UpdateReport withPhase(Phase next, String text) {
        return new UpdateReport(
                topology,
                id,
                replaces,
                next,
                text,
                preparedMs,
                pauseMs,
                drainMs,
                endMs,
                openMs,
                unacked);
    }

    UpdateReport withPreparedMs(long prepared) {
        return new UpdateReport(
                topology, id, replaces, phase, message, prepared, -1, -1, -1, -1, -1);
    }
}
