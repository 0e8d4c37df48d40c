package io.eyewall.benchmarks.scenario;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * How late a sink's tuples were: from when they were due, which charges a system for the tuples
 * that it kept from being emitted, and from when they were emitted, which is the engine's own part.
 *
 * <p>One thread records; {@link #take} may be called by another one.
 */
public final class LatencyRecorder {
    private static final long HIGHEST_NS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final SingleWriterRecorder fromDue = newRecorder();
    private final SingleWriterRecorder fromEmit = newRecorder();

    /**
     * The latencies of a span of time.
     *
     * @param fromDue from when the tuples were due
     * @param fromEmit from when they were emitted
     */
    public record Taken(Latency fromDue, Latency fromEmit) {}

    /** Records a tuple that has arrived now. */
    public void record(Timed timed) {
        long nowNs = System.nanoTime();
        fromDue.recordValue(Math.min(HIGHEST_NS, Math.max(0, nowNs - timed.dueNs())));
        fromEmit.recordValue(Math.min(HIGHEST_NS, Math.max(0, nowNs - timed.emittedNs())));
    }

    /** Returns what all of these recorded since the last call. */
    public static Taken take(List<LatencyRecorder> recorders) {
        Histogram due = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        Histogram emit = new Histogram(HIGHEST_NS, SIGNIFICANT_DIGITS);
        for (LatencyRecorder recorder : recorders) {
            due.add(recorder.fromDue.getIntervalHistogram());
            emit.add(recorder.fromEmit.getIntervalHistogram());
        }
        return new Taken(Latency.of(due), Latency.of(emit));
    }

    private static SingleWriterRecorder newRecorder() {
        return new SingleWriterRecorder(HIGHEST_NS, SIGNIFICANT_DIGITS);
    }
}
