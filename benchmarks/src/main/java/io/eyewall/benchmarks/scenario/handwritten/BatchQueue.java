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
    /** The number of items per batch. */
    static final int BATCH_ITEMS = 128;

    private static final int BATCHES_IN_FLIGHT = 16;

    private final SpscArrayQueue<Object[]> full = new SpscArrayQueue<>(BATCHES_IN_FLIGHT);
    private final SpscArrayQueue<Object[]> empty = new SpscArrayQueue<>(2 * BATCHES_IN_FLIGHT);
    private volatile boolean finished;

    /**
     * Enqueues a batch, in which null follows the last item if it is not full. Returns false if the
     * queue is full.
     */
    boolean offer(Object[] batch) {
        return full.offer(batch);
    }

    /** Returns an array to fill, which may contain old items. */
    Object[] emptyBatch() {
        Object[] recycled = empty.poll();
        return recycled == null ? new Object[BATCH_ITEMS] : recycled;
    }

    /** Marks the end of the input; called after a successful flush. */
    void finish() {
        finished = true;
    }

    /** Passes the items of one batch to {@code action}. Returns false if there is no batch. */
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
        empty.offer(batch); // a surplus array becomes garbage
        return true;
    }

    /** Returns whether the producer has finished; earlier batches may still be in the queue. */
    boolean isFinished() {
        return finished;
    }
}
