package io.eyewall.server.keeper;

import io.eyewall.server.worker.HandedOver;
import io.eyewall.server.worker.StandbyReport;
import org.jspecify.annotations.Nullable;

/** Computes the durations of an update's parts from the times that both processes recorded. */
final class UpdateTimes {
    /** The message for a topology that has nothing to ack. */
    static final String IDLE = "no message was acked since";

    /** Spouts that have run this long without an ack are considered idle. */
    private static final long IDLE_MS = 5_000;

    private UpdateTimes() {}

    /** Returns whether the new version has run for longer than that limit without an ack. */
    static boolean isIdle(StandbyReport now, long nowMs) {
        return now.ackedMs() == 0 && now.openedMs() > 0 && nowMs - now.openedMs() > IDLE_MS;
    }

    static UpdateReport of(
            UpdateReport report, @Nullable HandedOver handed, @Nullable StandbyReport taken) {
        long pauseMs = -1;
        long drainMs = -1;
        long endMs = -1;
        long openMs = -1;
        if (taken != null && taken.endedMs() > 0) {
            openMs = taken.openedMs() == 0 ? -1 : taken.openedMs() - taken.endedMs();
        }
        if (handed != null) {
            drainMs = handed.handedMs() - handed.stoppedMs();
            if (taken != null) {
                endMs = taken.endedMs() == 0 ? -1 : taken.endedMs() - handed.handedMs();
                pauseMs = taken.ackedMs() == 0 ? -1 : taken.ackedMs() - handed.lastAckMs();
            }
        }
        return new UpdateReport(
                report.topology(),
                report.id(),
                report.replaces(),
                report.phase(),
                report.message(),
                report.preparedMs(),
                pauseMs,
                drainMs,
                endMs,
                openMs,
                handed == null ? -1 : handed.unacked());
    }
}
