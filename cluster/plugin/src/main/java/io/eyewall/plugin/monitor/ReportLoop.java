package io.eyewall.plugin.monitor;

import io.eyewall.plugin.wire.LoadReport;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports a worker's load and traffic once per period on its own thread, until it is closed. */
final class ReportLoop {
    private static final Logger LOG = LoggerFactory.getLogger(ReportLoop.class);
    private static final Duration SEND_LIMIT = Duration.ofSeconds(5);
    private static final Duration FIRST_SPREAD = Duration.ofSeconds(5);
    private static final long REMIND_MS = 600_000;

    private final WorkerIdentity worker;
    private final MonitorSettings settings;
    private final Supplier<Windows> opening;
    private final Thread thread;
    private volatile boolean closed;

    // Used only by the reporting thread:
    private boolean failing;
    private long remindedMs;

    /** Provides the windows to report. */
    @FunctionalInterface
    interface Windows {
        /**
         * Ends a window.
         *
         * @param nowNs the time, later than at the previous call
         */
        LoadReport close(long nowNs, long nowMs);
    }

    /**
     * @param opening creates the windows; called once, by the reporting thread
     */
    ReportLoop(WorkerIdentity worker, MonitorSettings settings, Supplier<Windows> opening) {
        this.worker = worker;
        this.settings = settings;
        this.opening = opening;
        this.thread = new Thread(this::run, "eyewall-load-" + worker.port());
        thread.setDaemon(true);
        thread.setContextClassLoader(ReportLoop.class.getClassLoader());
    }

    void start() {
        thread.start();
    }

    /** Stops the thread. Does not wait for a report that is being sent. */
    void close() {
        closed = true;
        thread.interrupt();
    }

    // Catches everything, including OutOfMemoryError: an uncaught exception of any thread ends the
    // worker (Utils.setupWorkerUncaughtExceptionHandler).
    @SuppressWarnings("CatchingUnchecked")
    private void run() {
        try {
            Windows windows = opening.get();
            ReportSender sender =
                    new ReportSender(settings.loads(), settings.tokenFile(), SEND_LIMIT);
            long periodNs = settings.period().toNanos();
            // Spreads the first reports, so that a cluster's workers do not all report at the same
            // moment.
            long nextNs =
                    System.nanoTime()
                            + periodNs
                            + ThreadLocalRandom.current()
                                    .nextLong(1 + Math.min(periodNs, FIRST_SPREAD.toNanos()));
            while (!closed) {
                sleepUntil(nextNs);
                report(windows, sender);
                long nowNs = System.nanoTime();
                nextNs = Math.max(nextNs + periodNs, nowNs + periodNs / 2);
            }
        } catch (InterruptedException e) {
            if (!closed) {
                LOG.info("load of {} is no longer reported: interrupted", worker.topology());
            }
        } catch (RuntimeException | Error e) {
            LOG.warn("load of {} is not reported", worker.topology(), e);
        }
    }

    private static void sleepUntil(long wakeNs) throws InterruptedException {
        long restNs = wakeNs - System.nanoTime();
        while (restNs > 0) {
            Thread.sleep(restNs / 1_000_000, (int) (restNs % 1_000_000));
            restNs = wakeNs - System.nanoTime();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // as above; the next window may succeed
    private void report(Windows windows, ReportSender sender) throws InterruptedException {
        try {
            LoadReport report = windows.close(System.nanoTime(), System.currentTimeMillis());
            sender.send(report.toFittingJson());
            if (failing) {
                LOG.info("load of {} is reported again", worker.topology());
                failing = false;
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            long nowMs = System.currentTimeMillis();
            if (!failing || nowMs - remindedMs > REMIND_MS) {
                LOG.warn("load of {} is not reported for now: {}", worker.topology(), e.toString());
                remindedMs = nowMs;
            }
            failing = true;
        }
    }
}
