package io.eyewall.engine.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the traces of a topology again and again, and gives each once: when it has settled, or when
 * it has had time enough for that. For one thread at a time.
 */
public final class TraceFollower {
    private static final int PAGE = 64;

    private final Function<TraceQuery, TraceReport> source;
    private final long patienceMicros;
    private final Set<Long> given = new HashSet<>();
    private long after;
    private long missed;
    private boolean polled;

    /**
     * @param source as {@code RunningTopology.traces}
     * @param patience after which a trace is given that has not settled
     */
    public TraceFollower(Function<TraceQuery, TraceReport> source, Duration patience) {
        this.source = source;
        this.patienceMicros = patience.toNanos() / 1000;
    }

    /** Leaves out the traces that have begun so far. */
    public void skipPast() {
        after = source.apply(new TraceQuery(0, 0)).begun();
        given.clear();
    }

    /**
     * Traces that have settled since the last time, or have had time enough; by their numbers.
     *
     * @param nowMicros microseconds since 1970, by the clock of the topology's engine
     */
    public List<Trace> poll(long nowMicros) {
        List<Trace> ready = new ArrayList<>();
        TraceReport page = source.apply(new TraceQuery(after, PAGE));
        if (page.begun() < after) { // the topology has begun again, in another process
            after = 0;
            given.clear();
            page = source.apply(new TraceQuery(0, PAGE));
        }
        long from = after;
        long firstOpen = Long.MAX_VALUE;
        while (true) {
            for (Trace trace : page.traces()) {
                from = trace.number();
                if (!trace.isSettled() && nowMicros - trace.startMicros() <= patienceMicros) {
                    firstOpen = Math.min(firstOpen, from);
                } else if (given.add(from)) {
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
            long seen = given.stream().filter(number -> number > after && number <= to).count();
            missed += polled ? to - after - seen : 0;
            after = to;
        }
        given.removeIf(number -> number <= after);
    }

    /** Traces that were forgotten between two polls, as far as is known. */
    public long missed() {
        return missed;
    }
}
