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
 * What is kept of one traced message and of all that follows from it. Spans are added by whoever
 * delivers their tuples, as a list that begins with the latest: who reads it sees with each span
 * its parent. Any thread, none waits.
 */
public final class LiveTrace {
    /** Spans of one trace: there are topologies with cycles. */
    static final int MOST_SPANS = 500;

    /** Emits of one trace, to nobody or to many. */
    static final int MOST_EMITS = 500;

    private static final int RETIRED = -1;

    private final TraceBook book;
    private final long number;
    private final long idHigh = ThreadLocalRandom.current().nextLong();
    private final long idLow = ThreadLocalRandom.current().nextLong() | 1; // not all may be 0
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

    /** No two of a trace are the same, and none is 0. */
    String spanId(int span) {
        long id = idHigh + span;
        return HexFormat.of().toHexDigits(id == 0 ? idHigh - 1 : id);
    }

    long nowNs() {
        return book.nowNs();
    }

    /** Nanoseconds since it began; not less than 0, although other cores read other clocks. */
    long since(long timeNs) {
        return Math.max(0, timeNs - startNs);
    }

    /** The message at its spout. */
    public LiveSpan root() {
        return root;
    }

    /** The message has ended, or it is known that nobody follows it. Once. */
    public void end(TraceOutcome how) {
        root.end(null);
        if (how == TraceOutcome.ACKED) {
            root.answered(TraceAnswer.ACKED);
        } else if (how != TraceOutcome.UNTRACKED) {
            root.answered(TraceAnswer.FAILED);
        }
        outcome = how; // last: whoever sees that it has ended sees when
    }

    private LiveSpan last() {
        return Objects.requireNonNull(lastSpan.get()); // there is always the first
    }

    boolean add(LiveSpan span) {
        if (last().number + 1 >= MOST_SPANS || !reserve(LiveSpan.OWN_BYTES)) {
            leftOut.incrementAndGet();
            return false;
        }
        LiveSpan last;
        do {
            last = last();
            if (last.number + 1 >= MOST_SPANS) {
                leftOut.incrementAndGet();
                return false;
            }
            span.previous = last;
            span.number = last.number + 1;
        } while (!lastSpan.compareAndSet(last, span));
        return true;
    }

    boolean reserveEmit(int wanted) {
        if (emits.get() >= MOST_EMITS
                || emits.getAndIncrement() >= MOST_EMITS
                || !reserve(wanted)) {
            leftOut.incrementAndGet();
            return false;
        }
        return true;
    }

    /** Something that belongs to it is not shown. */
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

    /** Nobody is shown it any more; nothing is added. */
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
        TraceOutcome how = outcome; // first: spans that were there at the end are seen then
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
