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
    private static final Duration SEND_TIME_LIMIT = Duration.ofSeconds(5);
    private static final Duration MAX_FIRST_DELAY = Duration.ofSeconds(5);
    private static final long WARNING_INTERVAL_MS = 600_000;

    private final WorkerIdentity worker;
    private final MonitorSettings settings;
    private final Supplier<ReportSource> sourceFactory;
    private final Thread thread;
    private volatile boolean closed;

    // Used only by the reporting thread:
    private boolean failing;
    private long lastWarningMs;

    /** Provides a report for each window of time. */
    @FunctionalInterface
    interface ReportSource {
        /**
         * Ends the current window, starts the next one and returns the report of the ended one.
         *
         * @param nowNs the time by {@link System#nanoTime}, later than at the previous call
         * @param nowMs the time by the host's clock
         */
        LoadReport closeWindow(long nowNs, long nowMs);
    }

    /**
     * @param sourceFactory creates the source of reports; called once, by the reporting thread
     */
    ReportLoop(
            WorkerIdentity worker, MonitorSettings settings, Supplier<ReportSource> sourceFactory) {
        this.worker = worker;
        this.settings = settings;
        this.sourceFactory = sourceFactory;
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
            ReportSource source = sourceFactory.get();
            ReportSender sender =
                    new ReportSender(settings.reportUrl(), settings.tokenFile(), SEND_TIME_LIMIT);
            long periodNs = settings.period().toNanos();
            // A random delay spreads the reports of workers that start at the same time.
            long nextNs =
                    System.nanoTime()
                            + periodNs
                            + ThreadLocalRandom.current()
                                    .nextLong(1 + Math.min(periodNs, MAX_FIRST_DELAY.toNanos()));
            while (!closed) {
                sleepUntil(nextNs);
                report(source, sender);
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
        long remainingNs = wakeNs - System.nanoTime();
        while (remainingNs > 0) {
            Thread.sleep(remainingNs / 1_000_000, (int) (remainingNs % 1_000_000));
            remainingNs = wakeNs - System.nanoTime();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // as in run; the next window may succeed
    private void report(ReportSource source, ReportSender sender) throws InterruptedException {
        try {
            LoadReport report = source.closeWindow(System.nanoTime(), System.currentTimeMillis());
            sender.send(report.toFittingJson());
            if (failing) {
                LOG.info("load of {} is reported again", worker.topology());
                failing = false;
            }
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            long nowMs = System.currentTimeMillis();
            if (!failing || nowMs - lastWarningMs > WARNING_INTERVAL_MS) {
                LOG.warn("load of {} is not reported for now: {}", worker.topology(), e.toString());
                lastWarningMs = nowMs;
            }
            failing = true;
        }
    }
}
