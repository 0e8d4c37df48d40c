package io.eyewall.console.watch;

import io.eyewall.console.memory.KeptTraces;
import io.eyewall.console.memory.Text;
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
 * The latest traces of a topology, for all who look at them, and whether anybody does. Nobody says
 * that they look no more: what the last one has said holds for a while. Thread-safe.
 */
public final class TraceShelf {
    /** How long it is believed that somebody looks who has said so. */
    public static final Duration LOOKED = Duration.ofSeconds(10);

    private final LongSupplier nanoTime;

    // Guarded by this.
    private final KeptTraces kept = new KeptTraces();
    private boolean wanted;
    private long wantedUntilNs;
    private int every;
    private @Nullable String trouble;
    private long version;

    TraceShelf(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Somebody looks. */
    public synchronized void want() {
        wanted = true;
        wantedUntilNs = nanoTime.getAsLong() + LOOKED.toNanos();
    }

    synchronized boolean isWanted() {
        wanted = wanted && wantedUntilNs - nanoTime.getAsLong() > 0;
        return wanted;
    }

    /**
     * The topology has been asked.
     *
     * @param fresh new traces, and those that may have gone on
     * @param nowEvery one of how many messages is traced now; 0: none
     * @param why what went wrong; null if nothing did
     * @return whether anything is another now
     */
    synchronized boolean update(List<Trace> fresh, int nowEvery, @Nullable String why) {
        String line = why == null ? null : Text.line(why);
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

    /** That of an id; null if it is not kept. */
    public synchronized @Nullable Trace get(String id) {
        return kept.get(id);
    }

    /** All that are kept, the last one last. */
    public synchronized List<Trace> all() {
        return kept.all();
    }

    /** How things are. */
    synchronized ServerEvent event() {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("version", version); // of the traces that can be had
        event.put("every", every); // one of so many messages is traced now; 0: none
        event.put("trouble", trouble);
        return ConsoleJson.event("traces", event);
    }
}
