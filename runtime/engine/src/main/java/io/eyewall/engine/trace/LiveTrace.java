package io.eyewall.engine.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The record of one traced message and of everything that follows from it. The threads that deliver
 * tuples add their spans to a list that starts with the latest span, so that a reader sees every
 * span together with its parent. Any thread may call; no method blocks.
 */
public final class LiveTrace {
    /** Maximum number of spans per trace; needed because topologies may have cycles. */
    static final int MAX_SPANS = 500;

    /** Maximum number of emits per trace, whatever their number of receivers. */
    static final int MAX_EMITS = 500;

    /** Value of {@code bytes} after {@link #retire}. */
    private static final int RETIRED = -1;

    private final TraceBook book;
    private final long number;
    private final long idHigh = ThreadLocalRandom.current().nextLong();
    private final long idLow =
            ThreadLocalRandom.current().nextLong() | 1; // an id must not be all 0
    private final long startNs;
    private final long startMicros;
    private final @Nullable TraceLink replayOf;
    private final LiveSpan root;
    private final AtomicReference<LiveSpan> lastSpan;
    private final AtomicInteger emits = new AtomicInteger();
    private final AtomicInteger omitted = new AtomicInteger();
    private final AtomicInteger bytes = new AtomicInteger();
    private volatile TraceOutcome outcome = TraceOutcome.PENDING;

    LiveTrace(
            TraceBook book, long number, String component, int task, @Nullable TraceLink replayOf) {
        this.book = book;
        this.number = number;
        this.startNs = book.nowNs();
        this.startMicros = TimeUnit.MILLISECONDS.toMicros(book.nowMs());
        this.replayOf = replayOf;
        this.root = new LiveSpan(this, null, null, List.of(), component, task);
        this.lastSpan = new AtomicReference<>(root);
        reserve(LiveSpan.OWN_BYTES);
    }

    long number() {
        return number;
    }

    String id() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(idHigh) + hex.toHexDigits(idLow);
    }

    /** Returns a span's id: unique within the trace, and never 0. */
    String spanId(int span) {
        long id = idHigh + span;
        return HexFormat.of().toHexDigits(id == 0 ? idHigh - 1 : id);
    }

    long nowNs() {
        return book.nowNs();
    }

    /**
     * Returns the nanoseconds from the beginning of the trace to {@code timeNs}; at least 0, even
     * if the clock of another core is slow.
     */
    long since(long timeNs) {
        return Math.max(0, timeNs - startNs);
    }

    /** Returns the span of the message at its spout. */
    public LiveSpan root() {
        return root;
    }

    /** Records the outcome of the message. Called once. */
    public void end(TraceOutcome finalOutcome) {
        root.end(null);
        if (finalOutcome == TraceOutcome.ACKED) {
            root.recordAnswer(TraceAnswer.ACKED);
        } else if (finalOutcome != TraceOutcome.UNTRACKED) {
            root.recordAnswer(TraceAnswer.FAILED);
        }
        outcome = finalOutcome; // set last: a reader that sees the outcome also sees the time
    }

    private LiveSpan lastAdded() {
        return Objects.requireNonNull(lastSpan.get()); // the root is always there
    }

    /** Adds a span; returns false if the trace is full, and counts the omission then. */
    boolean add(LiveSpan span) {
        if (lastAdded().number + 1 >= MAX_SPANS || !reserve(LiveSpan.OWN_BYTES)) {
            omitted.incrementAndGet();
            return false;
        }
        LiveSpan last;
        do {
            last = lastAdded();
            if (last.number + 1 >= MAX_SPANS) {
                omitted.incrementAndGet();
                return false;
            }
            span.previous = last;
            span.number = last.number + 1;
        } while (!lastSpan.compareAndSet(last, span));
        return true;
    }

    /** Counts an emit; returns false if the trace is full, and counts the omission then. */
    boolean reserveEmit(int wanted) {
        if (emits.get() >= MAX_EMITS || emits.getAndIncrement() >= MAX_EMITS || !reserve(wanted)) {
            omitted.incrementAndGet();
            return false;
        }
        return true;
    }

    /** Counts further tuples or emits that the trace does not show. */
    public void countOmitted(int more) {
        omitted.addAndGet(more);
    }

    private boolean reserve(int wanted) {
        int reserved;
        do {
            reserved = bytes.get();
            if (reserved == RETIRED || !book.hasRoomFor(wanted)) {
                return false;
            }
        } while (!bytes.compareAndSet(reserved, reserved + wanted));
        book.addBytes(wanted);
        return true;
    }

    /**
     * Called when the book drops the trace: nothing is added any more, and its bytes no longer
     * count towards the book's limit.
     */
    void retire() {
        int reserved = bytes.getAndSet(RETIRED);
        if (reserved != RETIRED) {
            book.addBytes(-reserved);
        }
    }

    int bytes() {
        return bytes.get();
    }

    boolean isOlderThan(long ageNs, long nowNs) {
        return nowNs - startNs > ageNs;
    }

    Trace toTrace() {
        // The outcome is read before the spans, so that all spans from before the outcome are seen.
        TraceOutcome finalOutcome = outcome;
        List<TraceSpan> spans = new ArrayList<>();
        for (LiveSpan span = lastAdded(); span != null; span = span.previous) {
            spans.add(span.toTraceSpan());
        }
        Collections.reverse(spans);
        TraceSpan message = spans.get(0);
        return new Trace(
                number,
                id(),
                startMicros,
                finalOutcome,
                finalOutcome == TraceOutcome.PENDING ? TraceSpan.NEVER : message.endNs(),
                replayOf,
                List.copyOf(spans),
                omitted.get());
    }
}
