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
 * The tracing of one topology: how many messages are traced, and the latest traces. Thread-safe.
 * Methods that are called per tuple do not block; the lock is for callers that change what is
 * traced.
 */
public final class TraceBook {
    /** Maximum number of traces that are kept. */
    public static final int MAX_TRACES = 256;

    private static final Logger LOG = LoggerFactory.getLogger(TraceBook.class);
    private static final long MAX_AGE_NS = TimeUnit.MINUTES.toNanos(10);

    /** Limit of {@link #bytes}: when it is reached, nothing is added to any trace. */
    private static final long MAX_BYTES =
            Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 64);

    /** Approximate size after which a report has no further traces. */
    private static final long MAX_REPORT_BYTES = 4L << 20;

    private static final int MAX_LEASES = 32;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final LongSupplier currentTimeMillis;
    private final AtomicReferenceArray<@Nullable LiveTrace> slots =
            new AtomicReferenceArray<>(MAX_TRACES);
    private final AtomicLong begunCount = new AtomicLong();

    /** Number of the last trace that was dropped; all traces before it were dropped too. */
    private final AtomicLong lastDropped = new AtomicLong();

    /** Approximate size of all kept traces together. */
    private final AtomicLong bytes = new AtomicLong();

    /** Number of traces that did not begin because of the limit per second. */
    private final AtomicLong rejected = new AtomicLong();

    /**
     * Time at which the next trace would be due if traces began at even intervals. Up to one
     * second's worth of traces may begin ahead of it.
     */
    private final AtomicLong dueNs;

    private final Map<String, ActiveLease> leases = new HashMap<>(); // guarded by this
    private TraceSettings settings; // guarded by this
    private boolean closed; // guarded by this
    private volatile Rate rate;
    private volatile List<SpanScopes> scopes = new CopyOnWriteArrayList<>();

    /**
     * The rates in effect.
     *
     * @param hasEnd whether a lease is part of them
     * @param untilNs when the first lease ends; meaningless unless {@code hasEnd}
     */
    private record Rate(int every, int perSecond, boolean hasEnd, long untilNs) {}

    /** A lease, with its end by the engine's clock. */
    private record ActiveLease(int every, long untilNs) {}

    /**
     * @param nanoTime the engine's clock, in nanoseconds
     * @param currentTimeMillis the engine's clock, in milliseconds since 1970
     */
    public TraceBook(
            TraceSettings settings, LongSupplier nanoTime, LongSupplier currentTimeMillis) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.currentTimeMillis = currentTimeMillis;
        this.dueNs = new AtomicLong(nanoTime.getAsLong());
        this.rate = new Rate(settings.every(), settings.perSecond(), false, 0);
    }

    // ---- settings and leases ----------------------------------------------------------------

    /** Changes the settings. Leases stay and add to them. */
    public synchronized void set(TraceSettings next) {
        if (!closed) {
            settings = next;
            updateRate(nowNs());
        }
    }

    /**
     * Grants, renews or, with a limit of zero, ends a lease.
     *
     * @throws IllegalStateException if there are too many leases
     */
    public synchronized void lease(TraceLease lease) {
        long nowNs = nowNs();
        leases.values().removeIf(active -> active.untilNs - nowNs <= 0);
        if (closed || lease.limit().isZero()) {
            leases.remove(lease.holder());
        } else if (leases.size() >= MAX_LEASES && !leases.containsKey(lease.holder())) {
            throw new IllegalStateException(
                    "tracing: %d leases are active, the maximum; try again when one has ended"
                            .formatted(MAX_LEASES));
        } else {
            leases.put(
                    lease.holder(),
                    new ActiveLease(lease.every(), nowNs + lease.limit().toNanos()));
        }
        updateRate(nowNs);
    }

    private void updateRate(long nowNs) {
        int every = settings.every();
        boolean hasEnd = false;
        long untilNs = 0;
        leases.values().removeIf(active -> active.untilNs - nowNs <= 0);
        for (ActiveLease active : leases.values()) {
            every = every == 0 ? active.every : Math.min(every, active.every);
            untilNs =
                    hasEnd
                            ? Math.min(untilNs - nowNs, active.untilNs - nowNs) + nowNs
                            : active.untilNs;
            hasEnd = true;
        }
        rate = new Rate(every, settings.perSecond(), hasEnd, untilNs);
    }

    /**
     * Loads the implementations of {@link SpanScopes}. Called once, as user code, because it calls
     * their constructors.
     */
    public void findScopes(ClassLoader loader) {
        List<SpanScopes> found = new CopyOnWriteArrayList<>();
        try {
            ServiceLoader.load(SpanScopes.class, loader).forEach(found::add);
        } catch (Throwable e) { // a class that cannot be created or linked must not prevent tracing
            LOG.warn("tracing: cannot load implementations of SpanScopes", e);
        }
        scopes = found;
    }

    /** Stops tracing. Traces that are kept can still be read. */
    public synchronized void close() {
        closed = true;
        leases.clear();
        settings = new TraceSettings(0, settings.perSecond());
        scopes = new CopyOnWriteArrayList<>(); // an execute may still remove what it has called
        updateRate(nowNs());
    }

    /** Returns the number of messages of which one is traced now; 0 if no message is traced. */
    public int every() {
        Rate now = rate;
        if (now.hasEnd && now.untilNs - nowNs() <= 0) {
            synchronized (this) {
                updateRate(nowNs());
                now = rate;
            }
        }
        return now.every;
    }

    /** Returns whether a trace may begin now under the limit per second, and counts it if so. */
    public boolean mayBegin() {
        long nowNs = nowNs();
        long intervalNs = Math.max(1, SECOND_NS / rate.perSecond);
        while (true) {
            long due = dueNs.get();
            long next = (due - nowNs < 0 ? nowNs : due) + intervalNs;
            if (next - nowNs > SECOND_NS) {
                rejected.incrementAndGet();
                return false;
            }
            if (dueNs.compareAndSet(due, next)) {
                return true;
            }
        }
    }

    // ---- traces -----------------------------------------------------------------------------

    /**
     * Begins the trace of a message that is being emitted.
     *
     * @param component the spout
     * @param replayOf the message that it repeats, or null
     */
    public LiveTrace beginTrace(String component, int task, @Nullable TraceLink replayOf) {
        dropOld(nowNs());
        LiveTrace trace =
                new LiveTrace(this, begunCount.incrementAndGet(), component, task, replayOf);
        LiveTrace before = slots.getAndSet(slot(trace.number()), trace);
        if (before != null) {
            before.retire();
        }
        return trace;
    }

    private static int slot(long number) {
        return (int) (number % MAX_TRACES);
    }

    /** Drops the oldest traces that are too old, and more while half the memory is in use. */
    private void dropOld(long nowNs) {
        while (true) {
            long last = lastDropped.get();
            long number = last + 1;
            if (number > begunCount.get()) {
                return;
            }
            LiveTrace oldest = slots.get(slot(number));
            boolean present = oldest != null && oldest.number() == number;
            // The other half is for what the kept traces add until the next trace begins.
            if (present && !oldest.isOlderThan(MAX_AGE_NS, nowNs) && bytes.get() <= MAX_BYTES / 2) {
                return;
            }
            if (lastDropped.compareAndSet(last, number)
                    && present
                    && slots.compareAndSet(slot(number), oldest, null)) {
                oldest.retire();
            }
        }
    }

    boolean hasRoomFor(int wanted) {
        return bytes.get() + wanted <= MAX_BYTES;
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

    /** Returns the settings and the kept traces that match a query. */
    public TraceReport report(TraceQuery query) {
        dropOld(nowNs());
        int every = every();
        TraceSettings currentSettings;
        synchronized (this) {
            currentSettings = settings;
        }
        long last = begunCount.get();
        List<Trace> found = new ArrayList<>();
        long remainingBytes = MAX_REPORT_BYTES;
        long number = Math.max(query.after(), last - MAX_TRACES) + 1;
        for (; number <= last && found.size() < query.most() && remainingBytes > 0; number++) {
            LiveTrace trace = slots.get(slot(number));
            if (trace != null && trace.number() == number) {
                remainingBytes -= trace.bytes();
                found.add(trace.toTrace());
            }
        }
        return new TraceReport(
                currentSettings, every, last, rejected.get(), List.copyOf(found), number <= last);
    }

    // ---- notification of scopes --------------------------------------------------------------

    /**
     * Notifies the scopes that the execute of a span's tuple begins, on this thread.
     *
     * @return the scope to close right after the execute; null if there is none
     */
    public SpanScopes.@Nullable Scope enter(LiveSpan span) {
        List<SpanScopes> implementations = scopes;
        if (implementations.isEmpty()) {
            return null;
        }
        TraceLink link = span.link();
        List<SpanScopes.Scope> entered = new ArrayList<>();
        for (SpanScopes implementation : implementations) {
            try {
                entered.add(0, implementation.enter(link.traceId(), link.spanId()));
            } catch (Throwable e) {
                removeScopes(implementation, e);
            }
        }
        return () -> closeScopes(entered);
    }

    private static void closeScopes(List<SpanScopes.Scope> entered) {
        for (SpanScopes.Scope scope : entered) {
            try {
                scope.close();
            } catch (Throwable e) { // must not fail the bolt, which has done its work
                LOG.warn(
                        "tracing: {} threw when its scope was closed",
                        scope.getClass().getName(),
                        e);
            }
        }
    }

    private void removeScopes(SpanScopes implementation, Throwable thrown) {
        LOG.warn(
                "tracing: {} threw and is not notified again",
                implementation.getClass().getName(),
                thrown);
        scopes.remove(implementation);
    }

    /** Returns the maximum time for which a trace is kept. */
    public static Duration maxAge() {
        return Duration.ofNanos(MAX_AGE_NS);
    }
}
