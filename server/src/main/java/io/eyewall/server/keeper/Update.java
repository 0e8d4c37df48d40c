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
 * The update of one topology: has the new version made ready beside the old one, then the old one
 * hand over. Until it has, whatever goes wrong, the new version is dropped and the old one goes on;
 * from then on the new one is the one to run. Who is it is not remembered here but in the folders,
 * so that the end of this process changes nothing. Its own thread runs it; any may ask for the
 * report.
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

    /** The state of the new version. */
    sealed interface Look {
        /** Its process has ended. */
        record Ended(String why) implements Look {}

        /** Its process can't be asked yet. */
        record Silent() implements Look {}

        /** The report of the new version's process. */
        record Says(StandbyReport report) implements Look {}
    }

    /** The new version. */
    interface Candidate {
        /** Starts its process. */
        void start() throws IOException;

        /** Looks after it. */
        Look look();

        /**
         * Takes it out of standby.
         *
         * @return false if the old version has handed over: it is the one to run
         */
        boolean drop() throws IOException;

        /** Ends its process and clears up, when it was dropped. */
        void end();

        /** From now on it is kept running, under its name. */
        void adopt() throws IOException;
    }

    /** The old version. */
    interface Incumbent {
        /** Whether it is to run: not killed. */
        boolean isWanted();

        /**
         * Hands over. Whatever it throws: it may have done so.
         *
         * @return how; null if no process ran it
         */
        @Nullable HandedOver handOver();
    }

    /** The time, and how it passes. */
    interface Time {
        /** Milliseconds since 1970. */
        long nowMs();

        /** Waits. */
        void sleep(long ms) throws InterruptedException;

        /** The machine's. */
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
     * @param limitMs for the new version to be ready
     * @param isEnding whether the server is about to end
     */
    Update(
            UpdateReport begun,
            Candidate candidate,
            Incumbent incumbent,
            long limitMs,
            Time time,
            BooleanSupplier isEnding) {
        this.report = begun;
        this.candidate = candidate;
        this.incumbent = incumbent;
        this.limitMs = limitMs;
        this.time = time;
        this.isEnding = isEnding;
    }

    /** How far it is. */
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
                report = report.prepared(time.nowMs() - beginMs).in(Phase.HANDING_OVER, "");
                refusal = handOver(handed);
            }
        } catch (InterruptedException e) {
            refusal = "the server is ending";
        } catch (IOException | RuntimeException e) {
            LOG.warn("update of topology '{}'", report.topology(), e);
            refusal = String.valueOf(e.getMessage());
        }
        if (refusal != null && isDropped()) {
            refuse(refusal);
        } else {
            goOn(handed[0]);
        }
    }

    /** Waits until the new version is ready; why it never will be, or null. */
    private @Nullable String prepare(long beginMs) throws InterruptedException {
        while (true) {
            Look look = candidate.look();
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
            report = report.in(Phase.PREPARING, waitsFor);
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

    /** Whether it is certain that the old version goes on. */
    private boolean isDropped() {
        try {
            return candidate.drop();
        } catch (IOException e) { // it drops itself when nobody hands over to it
            LOG.warn("{} can't be dropped: {}", report.id(), e.toString());
            return true;
        }
    }

    private void refuse(String why) {
        LOG.warn(
                "update of topology '{}' by {} is refused, {} goes on: {}",
                report.topology(),
                report.id(),
                report.replaces(),
                why);
        candidate.end();
        report = report.in(Phase.REFUSED, why);
    }

    /** The new version is the one to run. */
    private void goOn(@Nullable HandedOver handed) {
        LOG.info("topology {} is replaced by {}", report.replaces(), report.id());
        report = report.in(Phase.TAKING_OVER, "");
        try {
            candidate.adopt();
        } catch (IOException | RuntimeException e) { // this server ends, or can't read the folder
            LOG.warn("{} is the one to run, the next server will: {}", report.id(), e.toString());
            report =
                    report.in(
                            Phase.DONE,
                            "it runs, but this server does not look after it (%s); start it again"
                                    .formatted(e.getMessage()));
            return;
        }
        try {
            follow(handed);
        } catch (InterruptedException e) {
            report = report.in(Phase.DONE, "the server is ending; the new version goes on");
        }
    }

    /** Waits until a message was acked, not for ever, and says how it went. */
    private void follow(@Nullable HandedOver handed) throws InterruptedException {
        long beginMs = time.nowMs();
        String message = "";
        StandbyReport last = null;
        while (time.nowMs() - beginMs < FOLLOW_LIMIT_MS && !isEnding.getAsBoolean()) {
            Look look = candidate.look();
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
                report = report.in(Phase.TAKING_OVER, last.waitsFor());
            }
            time.sleep(POLL_MS);
        }
        report = UpdateTimes.of(report, handed, last).in(Phase.DONE, message);
        LOG.info("update: {}", report);
    }
}
