package io.eyewall.server.keeper;

import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.server.keeper.UpdateReport.Phase;
import io.eyewall.server.worker.HandedOver;
import io.eyewall.server.worker.StandbyReport;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The update of one topology: prepares the new version beside the old one, then makes the old
 * version hand over. Until the hand-over, any error drops the new version and the old one
 * continues; from then on the new version runs. The folders record which version must run, so that
 * the end of this process changes nothing. A thread of its own runs the update; any thread may read
 * the report.
 */
public final class Update implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Update.class);
    private static final long POLL_MS = 20;
    private static final long FOLLOW_LIMIT_MS = 120_000;

    private final Candidate candidate;
    private final Incumbent incumbent;
    private final long limitMs;
    private final Time time;
    private final BooleanSupplier isEnding;
    private volatile UpdateReport report;

    /** The result of one poll of the new version. */
    sealed interface Look {
        /** Its process has ended. */
        record Ended(String why) implements Look {}

        /** Its process can't be reached yet. */
        record Silent() implements Look {}

        /** The report of the new version's process. */
        record Says(StandbyReport report) implements Look {}
    }

    /** The new version. */
    interface Candidate {
        /** Starts the process. */
        void start() throws IOException;

        /** Polls the process. */
        Look poll();

        /**
         * Takes the new version out of standby.
         *
         * @return false if the old version has handed over, so that the new one must run
         */
        boolean drop() throws IOException;

        /** Ends the process of a dropped version and removes its folder. */
        void end();

        /** Makes the server keep the new version running, under its name. */
        void adopt() throws IOException;
    }

    /** The old version. */
    interface Incumbent {
        /** Returns whether the old version must run, that is, was not killed. */
        boolean isWanted();

        /**
         * Hands over. It may have done so even if it throws an exception.
         *
         * @return the course of the hand-over; null if no process ran the old version
         */
        @Nullable HandedOver handOver();
    }

    /** A clock that can sleep. */
    interface Time {
        /** Returns milliseconds since 1970. */
        long nowMs();

        /** Sleeps. */
        void sleep(long ms) throws InterruptedException;

        /** The clock of the machine. */
        Time SYSTEM =
                new Time() {
                    @Override
                    public long nowMs() {
                        return System.currentTimeMillis();
                    }

                    @Override
                    public void sleep(long ms) throws InterruptedException {
                        TimeUnit.MILLISECONDS.sleep(ms);
                    }
                };
    }

    /**
     * Creates an update.
     *
     * @param limitMs milliseconds within which the new version must be ready
     * @param isEnding returns whether the server is ending
     */
    Update(
            UpdateReport starting,
            Candidate candidate,
            Incumbent incumbent,
            long limitMs,
            Time time,
            BooleanSupplier isEnding) {
        this.report = starting;
        this.candidate = candidate;
        this.incumbent = incumbent;
        this.limitMs = limitMs;
        this.time = time;
        this.isEnding = isEnding;
    }

    /** Returns the current report. */
    public UpdateReport report() {
        return report;
    }

    @Override
    public void run() {
        long beginMs = time.nowMs();
        HandedOver[] handed = {null};
        String refusal;
        try {
            candidate.start();
            refusal = prepare(beginMs);
            if (refusal == null) {
                report = report.prepared(time.nowMs() - beginMs).withPhase(Phase.HANDING_OVER, "");
                refusal = handOver(handed);
            }
        } catch (InterruptedException e) {
            refusal = "the server is ending";
        } catch (IOException | RuntimeException e) {
            LOG.warn("update of topology '{}' failed", report.topology(), e);
            refusal = String.valueOf(e.getMessage());
        }
        if (refusal != null && isDropped()) {
            refuse(refusal);
        } else {
            finish(handed[0]);
        }
    }

    /**
     * Waits until the new version is ready. Returns the reason why it can't become ready; null when
     * it is ready.
     */
    private @Nullable String prepare(long beginMs) throws InterruptedException {
        while (true) {
            Look look = candidate.poll();
            String waitsFor = "its process is starting";
            if (look instanceof Look.Ended ended) {
                return ended.why();
            }
            if (look instanceof Look.Says says) {
                if (says.report().phase() != StandbyReport.Phase.PREPARING) {
                    return null;
                }
                waitsFor = says.report().waitsFor();
            }
            if (!incumbent.isWanted()) {
                return "topology '" + report.topology() + "' was killed meanwhile";
            }
            if (isEnding.getAsBoolean()) {
                return "the server is ending";
            }
            if (time.nowMs() - beginMs > limitMs) {
                return "the new version is not ready after %.1f s%s; give it more by --limit"
                        .formatted(
                                limitMs / 1000.0, waitsFor.isEmpty() ? "" : " (" + waitsFor + ")");
            }
            report = report.withPhase(Phase.PREPARING, waitsFor);
            time.sleep(POLL_MS);
        }
    }

    private @Nullable String handOver(HandedOver[] handed) {
        try {
            handed[0] = incumbent.handOver();
            return null;
        } catch (IllegalStateException
                | IllegalArgumentException
                | ProcessGoneException
                | ControlException e) {
            return "the old version did not hand over: " + e.getMessage();
        }
    }

    /** Drops the new version; returns whether the old version certainly continues. */
    private boolean isDropped() {
        try {
            return candidate.drop();
        } catch (IOException e) { // without a hand-over it drops itself
            LOG.warn("{} can't be dropped: {}", report.id(), e.toString());
            return true;
        }
    }

    private void refuse(String why) {
        LOG.warn(
                "update of topology '{}' by {} is refused, {} continues: {}",
                report.topology(),
                report.id(),
                report.replaces(),
                why);
        candidate.end();
        report = report.withPhase(Phase.REFUSED, why);
    }

    /** Supervises the new version, which must run now. */
    private void finish(@Nullable HandedOver handed) {
        LOG.info("topology {} has been replaced by {}", report.replaces(), report.id());
        report = report.withPhase(Phase.TAKING_OVER, "");
        try {
            candidate.adopt();
        } catch (IOException
                | RuntimeException e) { // the server is ending, or can't read the folder
            LOG.warn("{} is left to the next server: {}", report.id(), e.toString());
            report =
                    report.withPhase(
                            Phase.DONE,
                            "it runs, but this server can't supervise it (%s); restart the server"
                                    .formatted(e.getMessage()));
            return;
        }
        try {
            follow(handed);
        } catch (InterruptedException e) {
            report =
                    report.withPhase(Phase.DONE, "the server is ending; the new version continues");
        }
    }

    /** Waits within a limit until a message was acked, then reports the times. */
    private void follow(@Nullable HandedOver handed) throws InterruptedException {
        long beginMs = time.nowMs();
        String message = "";
        StandbyReport last = null;
        while (time.nowMs() - beginMs < FOLLOW_LIMIT_MS && !isEnding.getAsBoolean()) {
            Look look = candidate.poll();
            if (look instanceof Look.Ended ended) {
                message = "its process has ended since, and is started again: " + ended.why();
                break;
            }
            if (look instanceof Look.Says says) {
                last = says.report();
                boolean idle = UpdateTimes.isIdle(last, time.nowMs());
                if (last.ackedMs() > 0 || idle) {
                    message = idle ? UpdateTimes.IDLE : "";
                    break;
                }
                report = report.withPhase(Phase.TAKING_OVER, last.waitsFor());
            }
            time.sleep(POLL_MS);
        }
        report = UpdateTimes.of(report, handed, last).withPhase(Phase.DONE, message);
        LOG.info("update: {}", report);
    }
}
