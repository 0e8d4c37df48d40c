package io.eyewall.benchmarks.scenario;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Records the lateness of a sink's tuples in two ways. The time since a tuple was due charges a
 * system for tuples whose emit it delayed; the time since the emit is the engine's own share.
 *
 * <p>One thread records; {@link #take} may be called by another thread.
 */
public final class LatencyRecorder {
    private static final long HIGHEST_NS = TimeUnit.HOURS.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final SingleWriterRecorder fromDue = newRecorder();
    private final SingleWriterRecorder fromEmit = newRecorder();

    /**
     * The latencies of a period.
     *
     * @param fromDue latencies since the tuples were due
     * @param fromEmit latencies since the tuples were emitted
     */
    public record Taken(Latency fromDue, Latency fromEmit) {}

    /** Records a tuple that has arrived now. */
    public void record(Timed timed) {
        long nowNs = System.nanoTime();
        fromDue.recordValue(Math.min(HIGHEST_NS, Math.max(0, nowNs - timed.dueNs())));
        fromEmit.recordValue(Math.min(HIGHEST_NS, Math.max(0, nowNs - timed.emittedNs())));
    }

    /** Returns the latencies that the recorders have recorded since the last call. */
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
