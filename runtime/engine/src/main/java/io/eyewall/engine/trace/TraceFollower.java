package io.eyewall.engine.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Polls the traces of a topology and returns each trace once: when it has settled, or after a
 * certain time. Used by one thread at a time.
 */
public final class TraceFollower {
    private static final int PAGE = 64;

    private final Function<TraceQuery, TraceReport> source;
    private final long patienceMicros;
    private final Set<Long> returned = new HashSet<>();
    private long after;
    private long missed;
    private boolean polled;

    /**
     * @param source returns the topology's traces, as {@code RunningTopology.traces} does
     * @param patience time after which a trace is returned although it has not settled
     */
    public TraceFollower(Function<TraceQuery, TraceReport> source, Duration patience) {
        this.source = source;
        this.patienceMicros = patience.toNanos() / 1000;
    }

    /** Skips the traces that have begun so far. */
    public void skipPast() {
        after = source.apply(new TraceQuery(0, 0)).begun();
        returned.clear();
    }

    /**
     * Returns the traces that have settled since the last poll or have reached their time limit, in
     * the order of their numbers.
     *
     * @param nowMicros microseconds since 1970, by the clock of the topology's engine
     */
    public List<Trace> poll(long nowMicros) {
        List<Trace> ready = new ArrayList<>();
        TraceReport page = source.apply(new TraceQuery(after, PAGE));
        if (page.begun() < after) { // the topology was restarted in another process
            after = 0;
            returned.clear();
            page = source.apply(new TraceQuery(0, PAGE));
        }
        long from = after;
        long firstOpen = Long.MAX_VALUE;
        while (true) {
            for (Trace trace : page.traces()) {
                from = trace.number();
                if (!trace.isSettled() && nowMicros - trace.startMicros() <= patienceMicros) {
                    firstOpen = Math.min(firstOpen, from);
                } else if (returned.add(from)) {
                    ready.add(trace);
                }
            }
            if (!page.more() || page.traces().isEmpty()) {
                break;
            }
            page = source.apply(new TraceQuery(from, PAGE));
        }
        advance(Math.min(from, firstOpen - 1));
        polled = true;
        return ready;
    }

    private void advance(long to) {
        if (to > after) {
            long returnedCount =
                    returned.stream().filter(number -> number > after && number <= to).count();
            missed += polled ? to - after - returnedCount : 0;
            after = to;
        }
        returned.removeIf(number -> number <= after);
    }

    /** Returns the number of traces that were dropped between two polls, as far as is known. */
    public long missed() {
        return missed;
    }
}
