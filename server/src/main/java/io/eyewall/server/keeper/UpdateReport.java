package io.eyewall.server.keeper;

/**
 * How far an update of a topology has come. Times are milliseconds; -1 for what is not known.
 *
 * @param topology its name
 * @param id of the new version
 * @param replaces id of the old one
 * @param phase what is done
 * @param message why it is refused, what it waits for, or what else there is to say; may be empty
 * @param preparedMs from the start of the new version's process until it could take over
 * @param pauseMs from the last ack of the old version to the first of the new one
 * @param drainMs of the pause or before it: what was under way was waited for
 * @param endMs the old version was closed, and its process ended
 * @param openMs the new version was opened, as far as it was not before
 * @param unacked messages under way that were left to the source to send again
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
    /** The steps of an update, in the order of time. */
    public enum Phase {
        /** The new version is started beside the old one, which runs on. */
        PREPARING,
        /** The old version stops. */
        HANDING_OVER,
        /** The new version is the one to run, and begins. */
        TAKING_OVER,
        /** The new version runs. */
        DONE,
        /** The old version goes on; the message says why. */
        REFUSED;

        /** Whether nothing comes after it. */
        public boolean isLast() {
            return this == DONE || this == REFUSED;
        }
    }

    static UpdateReport begun(String topology, String id, String replaces) {
        return new UpdateReport(
                topology, id, replaces, Phase.PREPARING, "", -1, -1, -1, -1, -1, -1);
    }

    UpdateReport in(Phase next, String text) {
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

    UpdateReport prepared(long afterMs) {
        return new UpdateReport(
                topology, id, replaces, phase, message, afterMs, -1, -1, -1, -1, -1);
    }
}
