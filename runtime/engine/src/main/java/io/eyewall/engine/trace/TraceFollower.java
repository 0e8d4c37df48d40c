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
    private static final int PAGE_SIZE = 64;

    private final Function<TraceQuery, TraceReport> source;
    private final long maxWaitMicros;

    /** Numbers of those returned traces that are greater than {@link #after}. */
    private final Set<Long> returned = new HashSet<>();

    /** All traces up to this number have been returned, skipped or missed. */
    private long after;

    private long missed;
    private boolean polled;

    /**
     * @param source returns the topology's traces, as {@code RunningTopology.traces} does
     * @param maxWait time after which a trace is returned although it has not settled
     */
    public TraceFollower(Function<TraceQuery, TraceReport> source, Duration maxWait) {
        this.source = source;
        this.maxWaitMicros = maxWait.toNanos() / 1000;
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
        TraceReport page = source.apply(new TraceQuery(after, PAGE_SIZE));
        if (page.begun() < after) { // the topology was restarted in another process
            after = 0;
            returned.clear();
            page = source.apply(new TraceQuery(0, PAGE_SIZE));
        }
        long lastNumber = after;
        long firstUnsettled = Long.MAX_VALUE;
        while (true) {
            for (Trace trace : page.traces()) {
                lastNumber = trace.number();
                if (!trace.isSettled() && nowMicros - trace.startMicros() <= maxWaitMicros) {
                    firstUnsettled = Math.min(firstUnsettled, lastNumber);
                } else if (returned.add(lastNumber)) {
                    ready.add(trace);
                }
            }
            if (!page.more() || page.traces().isEmpty()) {
                break;
            }
            page = source.apply(new TraceQuery(lastNumber, PAGE_SIZE));
        }
        advance(Math.min(lastNumber, firstUnsettled - 1));
        polled = true;
        return ready;
    }

    /** Sets {@link #after}, and counts the traces in between that were never returned. */
    private void advance(long lastDone) {
        if (lastDone > after) {
            long returnedCount =
                    returned.stream()
                            .filter(number -> number > after && number <= lastDone)
                            .count();
            missed += polled ? lastDone - after - returnedCount : 0;
            after = lastDone;
        }
        returned.removeIf(number -> number <= after);
    }

    /** Returns the number of traces that were dropped between two polls, as far as is known. */
    public long missed() {
        return missed;
    }
}
