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
    private final AtomicInteger leftOut = new AtomicInteger();
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
     * Returns nanoseconds since the begin; at least 0, although clocks of other cores may differ.
     */
    long since(long timeNs) {
        return Math.max(0, timeNs - startNs);
    }

    /** Returns the span of the message at its spout. */
    public LiveSpan root() {
        return root;
    }

    /** Records the completion of the message, or that the message is not tracked. Called once. */
    public void end(TraceOutcome how) {
        root.end(null);
        if (how == TraceOutcome.ACKED) {
            root.answered(TraceAnswer.ACKED);
        } else if (how != TraceOutcome.UNTRACKED) {
            root.answered(TraceAnswer.FAILED);
        }
        outcome = how; // last: a reader that sees the outcome also sees the time
    }

    private LiveSpan last() {
        return Objects.requireNonNull(lastSpan.get()); // the root is always there
    }

    boolean add(LiveSpan span) {
        if (last().number + 1 >= MAX_SPANS || !reserve(LiveSpan.OWN_BYTES)) {
            leftOut.incrementAndGet();
            return false;
        }
        LiveSpan last;
        do {
            last = last();
            if (last.number + 1 >= MAX_SPANS) {
                leftOut.incrementAndGet();
                return false;
            }
            span.previous = last;
            span.number = last.number + 1;
        } while (!lastSpan.compareAndSet(last, span));
        return true;
    }

    boolean reserveEmit(int wanted) {
        if (emits.get() >= MAX_EMITS || emits.getAndIncrement() >= MAX_EMITS || !reserve(wanted)) {
            leftOut.incrementAndGet();
            return false;
        }
        return true;
    }

    /** Counts parts that are not shown. */
    public void leaveOut(int more) {
        leftOut.addAndGet(more);
    }

    private boolean reserve(int wanted) {
        int kept;
        do {
            kept = bytes.get();
            if (kept == RETIRED || !book.hasRoomFor(wanted)) {
                return false;
            }
        } while (!bytes.compareAndSet(kept, kept + wanted));
        book.addBytes(wanted);
        return true;
    }

    /** Ends the trace when it is no longer kept: its memory is released, and nothing is added. */
    void retire() {
        int kept = bytes.getAndSet(RETIRED);
        if (kept != RETIRED) {
            book.addBytes(-kept);
        }
    }

    int bytes() {
        return bytes.get();
    }

    boolean isOlderThan(long ageNs, long nowNs) {
        return nowNs - startNs > ageNs;
    }

    Trace image() {
        TraceOutcome how = outcome; // first: so that all spans from before the end are seen
        List<TraceSpan> spans = new ArrayList<>();
        for (LiveSpan span = last(); span != null; span = span.previous) {
            spans.add(span.image());
        }
        Collections.reverse(spans);
        TraceSpan message = spans.get(0);
        return new Trace(
                number,
                id(),
                startMicros,
                how,
                how == TraceOutcome.PENDING ? TraceSpan.NEVER : message.endNs(),
                replayOf,
                List.copyOf(spans),
                leftOut.get());
    }
}
