package io.eyewall.server.keeper;

import io.eyewall.server.worker.HandOverReport;
import io.eyewall.server.worker.StandbyReport;
import org.jspecify.annotations.Nullable;

/** Computes the durations of an update's parts from the times that both processes recorded. */
final class UpdateTimes {
    /** The message for a topology that has nothing to ack. */
    static final String IDLE = "no message was acked since";

    /** A version that has run this long without an ack counts as idle. */
    private static final long IDLE_MS = 5_000;

    private UpdateTimes() {}

    /** Returns whether the new version has run so long without an ack that it counts as idle. */
    static boolean isIdle(StandbyReport report, long nowMs) {
        return report.ackedMs() == 0
                && report.openedMs() > 0
                && nowMs - report.openedMs() > IDLE_MS;
    }

    /** Returns the report with the durations, as far as the given times tell them. */
    static UpdateReport addTo(
            UpdateReport report,
            @Nullable HandOverReport handOver,
            @Nullable StandbyReport successor) {
        long pauseMs = -1;
        long drainMs = -1;
        long endMs = -1;
        long openMs = -1;
        if (successor != null && successor.endedMs() > 0) {
            openMs = successor.openedMs() == 0 ? -1 : successor.openedMs() - successor.endedMs();
        }
        if (handOver != null) {
            drainMs = handOver.handedMs() - handOver.stoppedMs();
            if (successor != null) {
                endMs = successor.endedMs() == 0 ? -1 : successor.endedMs() - handOver.handedMs();
                pauseMs =
                        successor.ackedMs() == 0 ? -1 : successor.ackedMs() - handOver.lastAckMs();
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
                handOver == null ? -1 : handOver.unacked());
    }
}
