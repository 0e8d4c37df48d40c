package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.mailbox.Ring;
import io.eyewall.engine.memory.HeapPressure;
import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.SizeEstimate;
import io.eyewall.engine.memory.TypicalSize;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The tuples that wait for an executor, in their order. It accepts every tuple; above its capacity
 * it counts as full, and its senders stop until it has been half emptied or, behind a slow
 * executor, until it has room again and {@link #MAX_STOP_NS} have passed: what senders emit to
 * others must not come in bursts. The capacity is a number of tuples, which is lower if tuples are
 * large or the heap is nearly full; their size is estimated from one tuple of {@value
 * #TUPLES_PER_SAMPLE}. Owner thread of the executor's core only; any thread may read sizes, which
 * may then be slightly stale.
 */
public final class Mailbox {
    /** The time after which senders resume as soon as there is any room. */
    static final long MAX_STOP_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final int TUPLES_PER_SAMPLE = 16;

    private final Executor executor;
    private final int maxTuples;
    private final long maxBytes;
    private final HeapPressure pressure = HeapPressure.ofProcess();
    private final SizeEstimate sizes = new SizeEstimate();
    private final TypicalSize tupleSize = new TypicalSize();
    private final Ring<EngineTuple> tuples = new Ring<>();
    private int tuplesUntilSample = 1;
    private int capacityTuples;
    private boolean full;
    private long fullSinceNs;

    public Mailbox(Executor executor, int maxTuples, long maxBytes) {
        this.executor = executor;
        this.maxTuples = maxTuples;
        this.maxBytes = maxBytes;
        this.capacityTuples = maxTuples;
    }

    /** Adds a tuple at the end. */
    void add(EngineTuple tuple) {
        tuples.add(tuple);
        if (--tuplesUntilSample == 0) {
            tuplesUntilSample = pressure.isHigh() ? 1 : TUPLES_PER_SAMPLE;
            tupleSize.record(tuple.estimatedBytes(sizes));
            capacityTuples = pressure.limitCapacity(tupleSize.countThatFits(maxBytes, maxTuples));
        }
        if (!full && tuples.size() > capacityTuples) {
            full = true;
            fullSinceNs = executor.core().nowNs();
            executor.backPressure().onFullChanged(executor, true);
        }
    }

    /** Returns the first tuple without removing it, or null. */
    public @Nullable EngineTuple peek() {
        return tuples.peek();
    }

    /** Removes and returns the first tuple, or null. */
    @HotPath
    public @Nullable EngineTuple poll() {
        return tuples.poll();
    }

    /** Notifies the senders if there is room again, after tuples have been removed. */
    void signalRoom() {
        if (full && hasRoom()) {
            full = false;
            executor.backPressure().onFullChanged(executor, false);
        }
    }

    private boolean hasRoom() {
        return tuples.size() <= capacityTuples / 2
                || (tuples.size() <= capacityTuples
                        && executor.core().nowNs() - fullSinceNs >= MAX_STOP_NS);
    }

    void clear() {
        tuples.clear();
    }

    public boolean isEmpty() {
        return tuples.isEmpty();
    }

    /** Returns the number of waiting tuples. */
    int size() {
        return tuples.size();
    }

    /**
     * Returns whether the mailbox has exceeded its capacity, and its senders have not resumed
     * since.
     */
    boolean isFull() {
        return full;
    }

    /** Returns how many of the tuples may be handed over to a thread at once, given their size. */
    public int countThatFits(long roomBytes, int maxCount) {
        return tupleSize.countThatFits(roomBytes, maxCount);
    }

    /**
     * Returns how full the mailbox would be with {@code waiting} tuples, from 0 to 1. Any thread.
     */
    double fullness(int waiting) {
        return Math.min(1.0, (double) waiting / capacityTuples);
    }
}
