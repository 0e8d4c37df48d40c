package io.eyewall.benchmarks.random;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Counts of what the components of a drawn topology in this JVM have done. Thread-safe. */
final class Board {
    private static final long HIGHEST_NS = TimeUnit.HOURS.toNanos(1);

    /** All boards, by the topology's number. */
    private static final List<Board> ALL =
            Stream.generate(Board::new).limit(Draw.MAX_TOPOLOGIES).toList();

    /** By bolt, in the order of the topology: the tuples that it has executed. */
    private final List<LongAdder> executed =
            Stream.generate(LongAdder::new).limit(RandomTopology.MAX_BOLTS).toList();

    private final LongAdder acked = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Recorder fromDue = new Recorder(HIGHEST_NS, 2);
    private final Recorder fromEmit = new Recorder(HIGHEST_NS, 2);

    private Board() {}

    /** Returns the board of a topology. */
    static Board of(int number) {
        return ALL.get(number);
    }

    /**
     * Records that a bolt has executed a tuple.
     *
     * @param bolt its index among the bolts of its topology
     */
    void executed(int bolt) {
        executed.get(bolt).increment();
    }

    /** Records the ack of a message. */
    void acked(long dueNs, long emittedNs) {
        acked.increment();
        long nowNs = System.nanoTime();
        fromDue.recordValue(Math.min(HIGHEST_NS, Math.max(0, nowNs - dueNs)));
        fromEmit.recordValue(Math.min(HIGHEST_NS, Math.max(0, nowNs - emittedNs)));
    }

    void failed() {
        failed.increment();
    }

    /** Returns the tuples that a bolt has executed so far. */
    long executions(int bolt) {
        return executed.get(bolt).sum();
    }

    /** Returns the messages acked so far. */
    long acks() {
        return acked.sum();
    }

    /** Returns the messages failed so far. */
    long fails() {
        return failed.sum();
    }

    /** Returns the latencies of messages from their emit, since the last call. */
    Histogram takeFromEmit() {
        return fromEmit.getIntervalHistogram();
    }

    /** Returns the latencies of messages from their due time, since the last call. */
    Histogram takeFromDue() {
        return fromDue.getIntervalHistogram();
    }
}
