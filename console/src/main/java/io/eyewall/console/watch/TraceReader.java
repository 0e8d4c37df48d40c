package io.eyewall.console.watch;

import io.eyewall.console.memory.KeptTraces;
import io.eyewall.engine.trace.Trace;
import io.eyewall.engine.trace.TraceLease;
import io.eyewall.engine.trace.TraceQuery;
import io.eyewall.engine.trace.TraceReport;
import io.eyewall.engine.trace.Traces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has messages of one topology traced as long as somebody looks at the traces, and reads these. All
 * readers share one lease, which ends by itself if this console does. One thread at a time.
 */
final class TraceReader {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final long RENEW_NS = TimeUnit.SECONDS.toNanos(3);
    private static final int PAGE = 50;

    /** What has not settled after so long is taken as it is. */
    private static final long PATIENCE_MICROS = TimeUnit.MINUTES.toMicros(2);

    private final TraceShelf shelf;
    private final LongSupplier nanoTime;
    private final String holder = "console-" + UUID.randomUUID();
    private final TraceRate rate = new TraceRate();
    private boolean leased;
    private int every;
    private long leasedNs;

    /** Traces up to this number are not asked for any more. */
    private long after;

    /** The latest that has begun, as far as is known. */
    private long last;

    TraceReader(TraceShelf shelf, LongSupplier nanoTime) {
        this.shelf = shelf;
        this.nanoTime = nanoTime;
    }

    /**
     * Asks for what is new, if anybody wants to know.
     *
     * @param traces of the topology
     * @param perSec messages per second, as far as is known
     * @return whether there is anything new
     */
    boolean look(Supplier<Traces> traces, double perSec) {
        boolean wanted = shelf.isWanted();
        if (!wanted && !leased) {
            return false;
        }
        try {
            Traces asked = traces.get();
            String trouble = wanted ? begin(asked, perSec) : end(asked);
            List<Trace> fresh = new ArrayList<>();
            int now = read(asked, fresh);
            return shelf.update(fresh, now, trouble);
        } catch (RuntimeException e) { // an older process, or none
            leased = false;
            return shelf.update(List.of(), 0, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable String begin(Traces traces, double perSec) {
        long nowNs = nanoTime.getAsLong();
        int next = rate.next(perSec, traces.report(new TraceQuery(0, 0)), nowNs);
        if (leased && next == every && nowNs - leasedNs < RENEW_NS) {
            return null;
        }
        try {
            traces.lease(new TraceLease(holder, next, LEASE));
            leased = true;
            every = next;
            leasedNs = nowNs;
            return null;
        } catch (RuntimeException e) { // too many look; what they have traced can be read
            leased = false;
            return String.valueOf(e.getMessage());
        }
    }

    private @Nullable String end(Traces traces) {
        leased = false;
        rate.forget();
        traces.lease(new TraceLease(holder, 1, Duration.ZERO));
        return null;
    }

    /** The traces that are new or may have gone on; one of how many messages is traced now. */
    private int read(Traces traces, List<Trace> fresh) {
        TraceReport page = traces.report(new TraceQuery(after, 0));
        if (page.begun() < last) { // the topology has begun again, in another process
            after = 0;
        }
        last = page.begun();
        long from = Math.max(after, last - KeptTraces.MOST);
        long firstOpen = Long.MAX_VALUE;
        do {
            page = traces.report(new TraceQuery(from, PAGE));
            for (Trace trace : page.traces()) {
                from = trace.number();
                fresh.add(trace);
                if (!trace.isSettled() && !isOld(trace)) {
                    firstOpen = Math.min(firstOpen, from);
                }
            }
        } while (page.more() && !page.traces().isEmpty() && fresh.size() < 2 * KeptTraces.MOST);
        after = Math.min(from, firstOpen - 1);
        return page.every();
    }

    private static boolean isOld(Trace trace) {
        long nowMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        return nowMicros - trace.startMicros() > PATIENCE_MICROS;
    }
}
