package io.eyewall.server.nimbus;

import io.eyewall.control.wire.WireJson;
import io.eyewall.server.keeper.Update;
import io.eyewall.server.keeper.UpdateReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The updates of a server's topologies, running and recent ones. There is at most one running
 * update for each name, and a limited number overall; each has a thread. Any thread may call.
 */
final class Updates implements AutoCloseable {
    private static final int MAX_RUNNING = 4;
    private static final int MAX_REMEMBERED = 100;
    private static final int MAX_REPORT_BYTES = 1 << 20;
    private static final long CLOSE_LIMIT_NS = TimeUnit.SECONDS.toNanos(15);

    private record StartedUpdate(Update update, Thread thread) {}

    private final Map<String, StartedUpdate> byName = new LinkedHashMap<>();

    /**
     * Refuses a new update if one of the same name is running, or if too many are running.
     *
     * @throws IllegalArgumentException if it is refused; the message says why
     */
    synchronized void checkCanStart(String name) {
        UpdateReport report = report(name);
        if (report != null && !report.phase().isLast()) {
            throw new IllegalArgumentException(
                    "an update of topology '%s' by %s is running; try again when it is over"
                            .formatted(name, report.id()));
        }
        long runningCount =
                byName.values().stream()
                        .filter(each -> !each.update().report().phase().isLast())
                        .count();
        if (runningCount >= MAX_RUNNING) {
            throw new IllegalArgumentException(
                    runningCount + " updates are running, which is the limit; try again later");
        }
    }

    /**
     * Returns whether an update of this name has begun its hand-over and not ended, so that no
     * other topology can take the name.
     */
    synchronized boolean reservesName(String name) {
        UpdateReport report = report(name);
        return report != null
                && (report.phase() == UpdateReport.Phase.HANDING_OVER
                        || report.phase() == UpdateReport.Phase.TAKING_OVER);
    }

    /** Begins an update on a thread of its own. */
    synchronized void start(Update update) {
        String name = update.report().topology();
        Thread thread = new Thread(update, "eyewall-update-" + name);
        thread.setDaemon(true);
        byName.remove(name);
        byName.put(name, new StartedUpdate(update, thread));
        if (byName.size() > MAX_REMEMBERED) {
            byName.values().stream()
                    .filter(each -> each.update().report().phase().isLast())
                    .findFirst()
                    .ifPresent(oldest -> byName.values().remove(oldest));
        }
        thread.start();
    }

    private @Nullable UpdateReport report(String name) {
        StartedUpdate started = byName.get(name);
        return started == null ? null : started.update().report();
    }

    /** Returns the report of the last update of a name as JSON; null if there was none. */
    synchronized @Nullable String reportJson(String name) {
        UpdateReport report = report(name);
        if (report == null) {
            return null;
        }
        try {
            return new String(WireJson.bytes(report, MAX_REPORT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Waits, for a limited time, until the running updates have noticed that the server is ending.
     */
    @Override
    public void close() {
        long deadlineNs = System.nanoTime() + CLOSE_LIMIT_NS;
        for (StartedUpdate started : startedUpdates()) {
            try {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
                started.thread().join(Math.max(1, leftMs));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized Iterable<StartedUpdate> startedUpdates() {
        return List.copyOf(byName.values());
    }
}
