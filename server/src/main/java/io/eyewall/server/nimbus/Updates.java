package io.eyewall.server.nimbus;

import io.eyewall.control.wire.Json;
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
 * The updates of a server's topologies: at most one of each name, some at a time; and how the last
 * ones went. Each has a thread. Any thread may call.
 */
final class Updates implements AutoCloseable {
    private static final int MOST_AT_ONCE = 4;
    private static final int REMEMBERED = 100;
    private static final int MOST_BYTES = 1 << 20;
    private static final long CLOSE_LIMIT_NS = TimeUnit.SECONDS.toNanos(15);

    private record Running(Update update, Thread thread) {}

    private final Map<String, Running> byName = new LinkedHashMap<>();

    /**
     * Refuses another one where there are enough.
     *
     * @throws IllegalArgumentException says which is under way
     */
    synchronized void refuseAnother(String name) {
        UpdateReport report = report(name);
        if (report != null && !report.phase().isLast()) {
            throw new IllegalArgumentException(
                    "an update of topology '%s' is under way, by %s; try again when it is over"
                            .formatted(name, report.id()));
        }
        long now =
                byName.values().stream()
                        .filter(each -> !each.update().report().phase().isLast())
                        .count();
        if (now >= MOST_AT_ONCE) {
            throw new IllegalArgumentException(
                    now + " updates are under way, which is the limit; try again");
        }
    }

    /** Whether an update of the name has gone so far that nobody else may have the name. */
    synchronized boolean hasName(String name) {
        UpdateReport report = report(name);
        return report != null
                && (report.phase() == UpdateReport.Phase.HANDING_OVER
                        || report.phase() == UpdateReport.Phase.TAKING_OVER);
    }

    /** Begins one. */
    synchronized void begin(Update update) {
        String name = update.report().topology();
        Thread thread = new Thread(update, "eyewall-update-" + name);
        thread.setDaemon(true);
        byName.remove(name);
        byName.put(name, new Running(update, thread));
        if (byName.size() > REMEMBERED) {
            byName.values().stream()
                    .filter(each -> each.update().report().phase().isLast())
                    .findFirst()
                    .ifPresent(oldest -> byName.values().remove(oldest));
        }
        thread.start();
    }

    private @Nullable UpdateReport report(String name) {
        Running running = byName.get(name);
        return running == null ? null : running.update().report();
    }

    /** How the last update of a name goes, or went, as JSON; null if there was none. */
    synchronized @Nullable String json(String name) {
        UpdateReport report = report(name);
        if (report == null) {
            return null;
        }
        try {
            return new String(Json.bytes(report, MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /** Waits for those under way, which end as their server does. */
    @Override
    public void close() {
        long deadlineNs = System.nanoTime() + CLOSE_LIMIT_NS;
        for (Running running : running()) {
            try {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
                running.thread().join(Math.max(1, leftMs));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized Iterable<Running> running() {
        return List.copyOf(byName.values());
    }
}
