package io.eyewall.benchmarks.scenario.handwritten;

import java.util.function.Consumer;
import org.jctools.queues.SpscArrayQueue;

/**
 * A queue of batches between two threads: arrays of up to {@value #BATCH_ITEMS} items travel to the
 * consumer, and back for reuse when it has emptied them.
 *
 * <p>Threads: {@link #drain} and {@link #isFinished} belong to the consumer; the producer uses a
 * {@link BatchWriter} and {@link #finish}.
 */
final class BatchQueue<T> {
    /** Items per batch. */
    static final int BATCH_ITEMS = 128;

    private static final int BATCHES_IN_FLIGHT = 16;

    private final SpscArrayQueue<Object[]> full = new SpscArrayQueue<>(BATCHES_IN_FLIGHT);
    private final SpscArrayQueue<Object[]> empty = new SpscArrayQueue<>(2 * BATCHES_IN_FLIGHT);
    private volatile boolean finished;

    /** Hands a batch over, ended by null if it is not full; false if the queue is full. */
    boolean offer(Object[] batch) {
        return full.offer(batch);
    }

    /** Returns an array to fill; what it holds is old. */
    Object[] emptyBatch() {
        Object[] recycled = empty.poll();
        return recycled == null ? new Object[BATCH_ITEMS] : recycled;
    }

    /** Says that nothing will follow; to be called after a flush that succeeded. */
    void finish() {
        finished = true;
    }

    /** Gives the items of one batch to {@code action}; false if there is no batch. */
    boolean drain(Consumer<T> action) {
        Object[] batch = full.poll();
        if (batch == null) {
            return false;
        }
        for (Object item : batch) {
            if (item == null) {
                break;
            }
            @SuppressWarnings("unchecked") // only BatchWriter<T> fills batches
            T typed = (T) item;
            action.accept(typed);
        }
        empty.offer(batch); // if it is full the array is garbage
        return true;
    }

    /** Whether the producer has finished; what it handed over before may still be in the queue. */
    boolean isFinished() {
        return finished;
    }
}
