package io.eyewall.engine.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Of one topology: how many messages are traced, and the latest traces. Thread-safe. What is called
 * for tuples waits for nobody; the lock is for those who change what is traced.
 */
public final class TraceBook {
    /** Traces that are kept. */
    public static final int MOST_TRACES = 256;

    private static final Logger LOG = LoggerFactory.getLogger(TraceBook.class);
    private static final long OLDEST_NS = TimeUnit.MINUTES.toNanos(10);
    private static final long MOST_BYTES =
            Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 64);
    private static final long MOST_BYTES_OF_ANSWER = 4L << 20;
    private static final int MOST_LEASES = 32;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final LongSupplier currentTimeMillis;
    private final AtomicReferenceArray<@Nullable LiveTrace> slots =
            new AtomicReferenceArray<>(MOST_TRACES);
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong shed = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    /** When the next trace may begin, if they began evenly; up to a second's may be before. */
    private final AtomicLong dueNs;

    private final Map<String, Held> leases = new HashMap<>(); // guarded by this
    private TraceSettings settings; // guarded by this
    private boolean closed; // guarded by this
    private volatile Rate rate;
    private volatile List<SpanScopes> scopes = List.of();

    /**
     * What holds now.
     *
     * @param untilNs when the first lease ends; without meaning unless {@code ends}
     */
    private record Rate(int every, int perSecond, boolean ends, long untilNs) {}

    /** A lease by the engine's clock. */
    private record Held(int every, long untilNs) {}

    /**
     * @param nanoTime the engine's clock
     * @param currentTimeMillis the engine's clock
     */
    public TraceBook(
            TraceSettings settings, LongSupplier nanoTime, LongSupplier currentTimeMillis) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.currentTimeMillis = currentTimeMillis;
        this.dueNs = new AtomicLong(nanoTime.getAsLong());
        this.rate = new Rate(settings.every(), settings.perSecond(), false, 0);
    }

    // ---- what is traced ---------------------------------------------------------------------

    /** Traces so many from now on; leases besides. */
    public synchronized void set(TraceSettings next) {
        if (!closed) {
            settings = next;
            update(nowNs());
        }
    }

    /**
     * Somebody looks for a while.
     *
     * @throws IllegalStateException if too many do
     */
    public synchronized void lease(TraceLease lease) {
        long nowNs = nowNs();
        leases.values().removeIf(held -> held.untilNs - nowNs <= 0);
        if (closed || lease.limit().isZero()) {
            leases.remove(lease.holder());
        } else if (leases.size() >= MOST_LEASES && !leases.containsKey(lease.holder())) {
            throw new IllegalStateException(
                    "tracing: %d others look already, which is the most; try again when one has ended"
                            .formatted(MOST_LEASES));
        } else {
            leases.put(lease.holder(), new Held(lease.every(), nowNs + lease.limit().toNanos()));
        }
        update(nowNs);
    }

    private void update(long nowNs) {
        int every = settings.every();
        boolean ends = false;
        long untilNs = 0;
        leases.values().removeIf(held -> held.untilNs - nowNs <= 0);
        for (Held held : leases.values()) {
            every = every == 0 ? held.every : Math.min(every, held.every);
            untilNs = ends ? Math.min(untilNs - nowNs, held.untilNs - nowNs) + nowNs : held.untilNs;
            ends = true;
        }
        rate = new Rate(every, settings.perSecond(), ends, untilNs);
    }

    /** Finds who is to be told of each execute; once. In user code: constructors are called. */
    public void findScopes(ClassLoader loader) {
        List<SpanScopes> found = new CopyOnWriteArrayList<>();
        try {
            ServiceLoader.load(SpanScopes.class, loader).forEach(found::add);
        } catch (Throwable e) { // a class that can't be made or linked is no reason not to trace
            LOG.warn("tracing: what is to be told of each span can't be loaded", e);
        }
        scopes = found;
    }

    /** Nothing is traced any more; what is kept can still be read. */
    public synchronized void close() {
        closed = true;
        leases.clear();
        settings = new TraceSettings(0, settings.perSecond());
        scopes = List.of();
        update(nowNs());
    }

    /** One of how many messages is traced now; 0: none. */
    public int every() {
        Rate now = rate;
        if (now.ends && now.untilNs - nowNs() <= 0) {
            synchronized (this) {
                update(nowNs());
                now = rate;
            }
        }
        return now.every;
    }

    /** Whether one more may begin in this second; it is counted then. */
    public boolean mayBegin() {
        long nowNs = nowNs();
        long apartNs = Math.max(1, SECOND_NS / rate.perSecond);
        while (true) {
            long due = dueNs.get();
            long next = (due - nowNs < 0 ? nowNs : due) + apartNs;
            if (next - nowNs > SECOND_NS) {
                refused.incrementAndGet();
                return false;
            }
            if (dueNs.compareAndSet(due, next)) {
                return true;
            }
        }
    }

    // ---- traces -----------------------------------------------------------------------------

    /**
     * A message is emitted whose tuples are traced.
     *
     * @param component the spout
     * @param replayOf the message that it repeats, or null
     */
    public LiveTrace begin(String component, int task, @Nullable TraceLink replayOf) {
        shed(nowNs());
        LiveTrace trace = new LiveTrace(this, begun.incrementAndGet(), component, task, replayOf);
        LiveTrace before = slots.getAndSet(slot(trace.number()), trace);
        if (before != null) {
            before.retire();
        }
        return trace;
    }

    private static int slot(long number) {
        return (int) (number % MOST_TRACES);
    }

    /** Forgets the oldest as long as they are too old or take too much. */
    private void shed(long nowNs) {
        while (true) {
            long last = shed.get();
            long number = last + 1;
            if (number > begun.get()) {
                return;
            }
            LiveTrace oldest = slots.get(slot(number));
            boolean there = oldest != null && oldest.number() == number;
            if (there && !oldest.isOlderThan(OLDEST_NS, nowNs) && bytes.get() <= MOST_BYTES / 2) {
                return;
            }
            if (shed.compareAndSet(last, number)
                    && there
                    && slots.compareAndSet(slot(number), oldest, null)) {
                oldest.retire();
            }
        }
    }

    boolean hasRoomFor(int wanted) {
        return bytes.get() + wanted <= MOST_BYTES;
    }

    void addBytes(int more) {
        bytes.addAndGet(more);
    }

    long nowNs() {
        return nanoTime.getAsLong();
    }

    long nowMs() {
        return currentTimeMillis.getAsLong();
    }

    /** What is traced, and traces that are kept. */
    public TraceReport report(TraceQuery query) {
        shed(nowNs());
        int every = every();
        TraceSettings set;
        synchronized (this) {
            set = settings;
        }
        long last = begun.get();
        List<Trace> found = new ArrayList<>();
        long left = MOST_BYTES_OF_ANSWER;
        long number = Math.max(query.after(), last - MOST_TRACES) + 1;
        for (; number <= last && found.size() < query.most() && left > 0; number++) {
            LiveTrace trace = slots.get(slot(number));
            if (trace != null && trace.number() == number) {
                left -= trace.bytes();
                found.add(trace.image());
            }
        }
        return new TraceReport(set, every, last, refused.get(), List.copyOf(found), number <= last);
    }

    // ---- who is told of each execute --------------------------------------------------------

    /**
     * The execute of a span's tuple is about to begin, on this thread.
     *
     * @return to be closed after it, as soon as it has ended; null if nobody is told
     */
    public SpanScopes.@Nullable Scope enter(LiveSpan span) {
        List<SpanScopes> all = scopes;
        if (all.isEmpty()) {
            return null;
        }
        TraceLink link = span.link();
        List<SpanScopes.Scope> entered = new ArrayList<>();
        for (SpanScopes one : all) {
            try {
                entered.add(0, one.enter(link.traceId(), link.spanId()));
            } catch (Throwable e) {
                giveUp(one, e);
            }
        }
        return () -> leave(entered);
    }

    private static void leave(List<SpanScopes.Scope> entered) {
        for (SpanScopes.Scope scope : entered) {
            try {
                scope.close();
            } catch (Throwable e) { // the bolt has done its work
                LOG.warn("tracing: {} did not end", scope.getClass().getName(), e);
            }
        }
    }

    private void giveUp(SpanScopes one, Throwable thrown) {
        LOG.warn("tracing: {} is told of no more spans", one.getClass().getName(), thrown);
        scopes.remove(one);
    }

    /** How long a trace is kept, at most. */
    public static Duration longestAge() {
        return Duration.ofNanos(OLDEST_NS);
    }
}
