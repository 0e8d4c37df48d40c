package io.eyewall.server.keeper;

import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.server.keeper.UpdateReport.Phase;
import io.eyewall.server.worker.HandOverReport;
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
    private static final long FIRST_ACK_LIMIT_MS = 120_000;

    private final NewVersion newVersion;
    private final OldVersion oldVersion;
    private final long limitMs;
    private final Clock clock;
    private final BooleanSupplier isEnding;
    private volatile UpdateReport report;

    /** The result of one poll of the new version. */
    sealed interface PollResult {
        /** Its process has ended. */
        record Ended(String why) implements PollResult {}

        /** Its process can't be reached yet. */
        record Silent() implements PollResult {}

        /** The report of the new version's process. */
        record Reported(StandbyReport report) implements PollResult {}
    }

    /** The new version. */
    interface NewVersion {
        /** Starts the process. */
        void start() throws IOException;

        /** Polls the process. */
        PollResult poll();

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
    interface OldVersion {
        /** Returns whether the old version is to run, that is, was not killed. */
        boolean isWanted();

        /**
         * Makes the old version hand over. That may have happened even if this throws an exception.
         *
         * @return the times of the hand-over; null if no process ran the old version
         */
        @Nullable HandOverReport handOver();
    }

    /** A clock that can sleep. */
    interface Clock {
        /** Returns milliseconds since 1970. */
        long nowMs();

        /** Sleeps. */
        void sleep(long ms) throws InterruptedException;

        /** The clock of the machine. */
        Clock SYSTEM =
                new Clock() {
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
            NewVersion newVersion,
            OldVersion oldVersion,
            long limitMs,
            Clock clock,
            BooleanSupplier isEnding) {
        this.report = starting;
        this.newVersion = newVersion;
        this.oldVersion = oldVersion;
        this.limitMs = limitMs;
        this.clock = clock;
        this.isEnding = isEnding;
    }

    /** Returns the current report. */
    public UpdateReport report() {
        return report;
    }

    @Override
    public void run() {
        long beginMs = clock.nowMs();
        HandOverReport[] handOverTimes = {null};
        String refusal;
        try {
            newVersion.start();
            refusal = awaitReady(beginMs);
            if (refusal == null) {
                report =
                        report.withPreparedMs(clock.nowMs() - beginMs)
                                .withPhase(Phase.HANDING_OVER, "");
                refusal = handOver(handOverTimes);
            }
        } catch (InterruptedException e) {
            refusal = "the server is ending";
        } catch (IOException | RuntimeException e) {
            LOG.warn("update of topology '{}' failed", report.topology(), e);
            refusal = String.valueOf(e.getMessage());
        }
        if (refusal != null && dropNewVersion()) {
            refuse(refusal);
        } else {
            adoptNewVersion(handOverTimes[0]);
        }
    }

    /**
     * Waits until the new version is ready. Returns the reason why it can't become ready; null when
     * it is ready.
     */
    private @Nullable String awaitReady(long beginMs) throws InterruptedException {
        while (true) {
            PollResult result = newVersion.poll();
            String waitsFor = "its process is starting";
            if (result instanceof PollResult.Ended ended) {
                return ended.why();
            }
            if (result instanceof PollResult.Reported reported) {
                if (reported.report().phase() != StandbyReport.Phase.PREPARING) {
                    return null;
                }
                waitsFor = reported.report().waitsFor();
            }
            if (!oldVersion.isWanted()) {
                return "topology '" + report.topology() + "' was killed meanwhile";
            }
            if (isEnding.getAsBoolean()) {
                return "the server is ending";
            }
            if (clock.nowMs() - beginMs > limitMs) {
                return "the new version is not ready after %.1f s%s; give it more time with --limit"
                        .formatted(
                                limitMs / 1000.0, waitsFor.isEmpty() ? "" : " (" + waitsFor + ")");
            }
            report = report.withPhase(Phase.PREPARING, waitsFor);
            clock.sleep(POLL_MS);
        }
    }

    private @Nullable String handOver(HandOverReport[] handOverTimes) {
        try {
            handOverTimes[0] = oldVersion.handOver();
            return null;
        } catch (IllegalStateException
                | IllegalArgumentException
                | ProcessGoneException
                | ControlException e) {
            return "the old version did not hand over: " + e.getMessage();
        }
    }

    /**
     * Drops the new version. Returns false if the old version has handed over already, so that the
     * new one must run.
     */
    private boolean dropNewVersion() {
        try {
            return newVersion.drop();
        } catch (IOException e) { // without a hand-over the new version drops itself
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
        newVersion.end();
        report = report.withPhase(Phase.REFUSED, why);
    }

    /** Supervises the new version, which must run now. */
    private void adoptNewVersion(@Nullable HandOverReport handOverTimes) {
        LOG.info("topology {} has been replaced by {}", report.replaces(), report.id());
        report = report.withPhase(Phase.TAKING_OVER, "");
        try {
            newVersion.adopt();
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
            awaitFirstAck(handOverTimes);
        } catch (InterruptedException e) {
            report =
                    report.withPhase(Phase.DONE, "the server is ending; the new version continues");
        }
    }

    /**
     * Waits until the new version has acked a message, or a limit is reached; then reports the
     * times.
     */
    private void awaitFirstAck(@Nullable HandOverReport handOverTimes) throws InterruptedException {
        long beginMs = clock.nowMs();
        String message = "";
        StandbyReport last = null;
        while (clock.nowMs() - beginMs < FIRST_ACK_LIMIT_MS && !isEnding.getAsBoolean()) {
            PollResult result = newVersion.poll();
            if (result instanceof PollResult.Ended ended) {
                message = "its process has ended since, and is started again: " + ended.why();
                break;
            }
            if (result instanceof PollResult.Reported reported) {
                last = reported.report();
                boolean idle = UpdateTimes.isIdle(last, clock.nowMs());
                if (last.ackedMs() > 0 || idle) {
                    message = idle ? UpdateTimes.IDLE : "";
                    break;
                }
                report = report.withPhase(Phase.TAKING_OVER, last.waitsFor());
            }
            clock.sleep(POLL_MS);
        }
        report = UpdateTimes.addTo(report, handOverTimes, last).withPhase(Phase.DONE, message);
        LOG.info("update: {}", report);
    }
}
