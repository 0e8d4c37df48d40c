package io.eyewall.benchmarks.random;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** What the drawn components of this JVM have done. Any thread. */
final class Board {
    private static final long HIGHEST_NS = TimeUnit.HOURS.toNanos(1);

    private static final LongAdder EXECUTED = new LongAdder();
    private static final LongAdder ACKED = new LongAdder();
    private static final LongAdder FAILED = new LongAdder();
    private static final Recorder FROM_DUE = new Recorder(HIGHEST_NS, 2);

    private Board() {}

    static void executed() {
        EXECUTED.increment();
    }

    /** A message has been acked. */
    static void acked(long dueNs) {
        ACKED.increment();
        FROM_DUE.recordValue(Math.min(HIGHEST_NS, Math.max(0, System.nanoTime() - dueNs)));
    }

    static void failed() {
        FAILED.increment();
    }

    /** Tuples executed so far by bolts to which nobody subscribes. */
    static long executions() {
        return EXECUTED.sum();
    }

    /** Messages acked so far. */
    static long acks() {
        return ACKED.sum();
    }

    /** Messages failed so far. */
    static long fails() {
        return FAILED.sum();
    }

    /** How long messages took from when they were due, since the last call. */
    static Histogram takeFromDue() {
        return FROM_DUE.getIntervalHistogram();
    }
}
