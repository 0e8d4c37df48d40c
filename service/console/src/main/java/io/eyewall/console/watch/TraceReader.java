package io.eyewall.console.watch;

import io.eyewall.console.memory.RecentTraces;
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
 * Keeps one topology's messages traced while a page shows traces, and reads the traces. All pages
 * of this console share one lease, which expires if the console ends. Used by one thread at a time.
 */
final class TraceReader {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final long RENEW_NS = TimeUnit.SECONDS.toNanos(3);
    private static final int PAGE = 50;

    /** A trace that has not settled after this time is not read again. */
    private static final long SETTLE_LIMIT_MICROS = TimeUnit.MINUTES.toMicros(2);

    private final TraceCache shelf;
    private final LongSupplier nanoTime;
    private final String holder = "console-" + UUID.randomUUID();
    private final TraceRate rate = new TraceRate();
    private boolean leased;
    private int every;
    private long leasedNs;

    /** Traces up to this number are final and not read again. */
    private long after;

    /** The number of the latest known trace. */
    private long last;

    TraceReader(TraceCache shelf, LongSupplier nanoTime) {
        this.shelf = shelf;
        this.nanoTime = nanoTime;
    }

    /**
     * Renews or ends the lease and reads new traces; does nothing if no page shows traces.
     *
     * @param traces the topology's traces
     * @param perSec messages per second; 0 if unknown
     * @return whether anything has changed for the pages
     */
    boolean poll(Supplier<Traces> traces, double perSec) {
        boolean wanted = shelf.isWanted();
        if (!wanted && !leased) {
            return false;
        }
        try {
            Traces topologyTraces = traces.get();
            String trouble = wanted ? begin(topologyTraces, perSec) : end(topologyTraces);
            List<Trace> fresh = new ArrayList<>();
            int now = read(topologyTraces, fresh);
            return shelf.update(fresh, now, trouble);
        } catch (RuntimeException e) { // a process of an older version, or no process
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
        } catch (
                RuntimeException
                        e) { // too many leases; the traces of the other holders are still readable
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

    /**
     * Adds the traces that are new or have changed to {@code fresh} and returns the current
     * sampling interval.
     */
    private int read(Traces traces, List<Trace> fresh) {
        TraceReport page = traces.report(new TraceQuery(after, 0));
        if (page.begun() < last) { // the topology was restarted in another process
            after = 0;
        }
        last = page.begun();
        long from = Math.max(after, last - RecentTraces.MAX_TRACES);
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
        } while (page.more()
                && !page.traces().isEmpty()
                && fresh.size() < 2 * RecentTraces.MAX_TRACES);
        after = Math.min(from, firstOpen - 1);
        return page.every();
    }

    private static boolean isOld(Trace trace) {
        long nowMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        return nowMicros - trace.startMicros() > SETTLE_LIMIT_MICROS;
    }
}
