package io.eyewall.engine.executor;

import io.eyewall.engine.delivery.EngineTuple;
import io.eyewall.engine.mailbox.Ring;
import io.eyewall.engine.memory.HeapPressure;
import io.eyewall.engine.memory.SizeEstimate;
import io.eyewall.engine.memory.UsualSize;
import org.jspecify.annotations.Nullable;

/**
 * The tuples that wait for an executor, in their order. It takes all that comes; once it is over
 * its capacity it counts as full, and those who send to it are held back, until it has been half
 * emptied. Its capacity is in tuples, fewer if they are large, or if the heap is nearly full: their
 * size is estimated from one of {@value #SAMPLED_ONE_OF}. For the executor's core; sizes may be
 * asked by any thread and are a moment old then.
 */
final class Mailbox {
    private static final int SAMPLED_ONE_OF = 16;

    private final Executor executor;
    private final int mostTuples;
    private final long mostBytes;
    private final HeapPressure pressure = HeapPressure.ofProcess();
    private final SizeEstimate sizes = new SizeEstimate();
    private final UsualSize tupleSize = new UsualSize();
    private final Ring<EngineTuple> tuples = new Ring<>();
    private int untilSample = 1;
    private int capacityTuples;
    private boolean full;

    Mailbox(Executor executor, int mostTuples, long mostBytes) {
        this.executor = executor;
        this.mostTuples = mostTuples;
        this.mostBytes = mostBytes;
        this.capacityTuples = mostTuples;
    }

    /** Adds a tuple behind the others. */
    void add(EngineTuple tuple) {
        tuples.add(tuple);
        if (--untilSample == 0) {
            untilSample = pressure.isHigh() ? 1 : SAMPLED_ONE_OF;
            tupleSize.see(tuple.estimatedBytes(sizes));
            capacityTuples = pressure.limit(tupleSize.fit(mostBytes, mostTuples));
        }
        if (!full && tuples.size() > capacityTuples) {
            full = true;
            executor.backPressure().changed(executor, true);
        }
    }

    /** The first tuple, which stays, or null. */
    @Nullable EngineTuple peek() {
        return tuples.peek();
    }

    /** Takes the first tuple, or null. hot path. */
    @Nullable EngineTuple poll() {
        return tuples.poll();
    }

    /** Tells those who wait for it whether there is room again, after tuples have been taken. */
    void tellRoom() {
        if (full && tuples.size() <= capacityTuples / 2) {
            full = false;
            executor.backPressure().changed(executor, false);
        }
    }

    /** Drops everything. */
    void clear() {
        tuples.clear();
    }

    boolean isEmpty() {
        return tuples.isEmpty();
    }

    /** Tuples that wait. */
    int size() {
        return tuples.size();
    }

    /** Whether it has been filled over its capacity and not yet been half emptied. */
    boolean isFull() {
        return full;
    }

    /** How many of its tuples may be handed over to a thread at once, by their size. */
    int fit(long roomBytes, int most) {
        return tupleSize.fit(roomBytes, most);
    }

    /** How full it would be with so many tuples, 0 to 1. Any thread. */
    double load(int waiting) {
        return Math.min(1.0, (double) waiting / capacityTuples);
    }
}
