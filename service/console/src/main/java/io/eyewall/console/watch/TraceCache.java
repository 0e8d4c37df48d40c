package io.eyewall.console.watch;

import io.eyewall.console.memory.BoundedText;
import io.eyewall.console.memory.RecentTraces;
import io.eyewall.engine.trace.Trace;
import io.eyewall.web.ServerEvent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The latest traces of a topology, shared by all pages, and whether a page shows them. Pages do not
 * announce when they stop: an announcement expires after {@link #LOOKED}. Thread-safe.
 */
public final class TraceCache {
    /** How long a page's announcement that it shows traces is valid. */
    public static final Duration LOOKED = Duration.ofSeconds(10);

    private final LongSupplier nanoTime;

    // Guarded by this.
    private final RecentTraces kept = new RecentTraces();
    private boolean wanted;
    private long wantedUntilNs;
    private int every;
    private @Nullable String trouble;
    private long version;

    TraceCache(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Announces that a page shows the traces. */
    public synchronized void want() {
        wanted = true;
        wantedUntilNs = nanoTime.getAsLong() + LOOKED.toNanos();
    }

    synchronized boolean isWanted() {
        wanted = wanted && wantedUntilNs - nanoTime.getAsLong() > 0;
        return wanted;
    }

    /**
     * Applies the result of reading the topology's traces.
     *
     * @param fresh new traces, and those that may have changed
     * @param nowEvery the sampling interval: one of so many messages is traced; 0 for none
     * @param why what went wrong; null if nothing did
     * @return whether anything has changed
     */
    synchronized boolean update(List<Trace> fresh, int nowEvery, @Nullable String why) {
        String line = why == null ? null : BoundedText.line(why);
        boolean changed = every != nowEvery || !Objects.equals(trouble, line);
        every = nowEvery;
        trouble = line;
        boolean added = false;
        for (Trace trace : fresh) {
            added |= kept.put(trace);
        }
        version += added ? 1 : 0;
        return changed || added;
    }

    /** Returns the trace with an id; null if it is not kept. */
    public synchronized @Nullable Trace get(String id) {
        return kept.get(id);
    }

    /** Returns all kept traces, the latest last. */
    public synchronized List<Trace> all() {
        return kept.all();
    }

    /** Returns the current state as an event for pages. */
    synchronized ServerEvent event() {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("version", version); // changes when the kept traces do
        event.put("every", every); // one of so many messages is traced now; 0 for none
        event.put("trouble", trouble);
        return ConsoleJson.event("traces", event);
    }
}
