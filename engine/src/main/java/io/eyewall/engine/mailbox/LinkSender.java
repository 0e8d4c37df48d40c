package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import java.util.ArrayDeque;
import org.jctools.queues.SpscArrayQueue;

/**
 * The sending half of a {@link Link}, for the sending core's thread.
 *
 * @param <T> what crosses
 */
public final class LinkSender<T> extends Padded {
    private final SpscArrayQueue<Object[]> queue;
    private final int batchSize;
    private final ArrayDeque<Object[]> overflow = new ArrayDeque<>();
    private Object[] staged;
    private int stagedCount;

    LinkSender(SpscArrayQueue<Object[]> queue, int batchSize) {
        this.queue = queue;
        this.batchSize = batchSize;
        this.staged = new Object[batchSize];
    }

    /**
     * Adds an item to the batch being filled; a full batch is handed over. hot path:
     * EmitToExecuteBenchmark
     *
     * @return whether a batch became full, so that the receiver may have to be woken and this side
     *     may be congested
     */
    public boolean stage(T item) {
        staged[stagedCount++] = item;
        if (stagedCount < batchSize) {
            return false;
        }
        flush();
        return true;
    }

    /**
     * Hands over what is staged or has overflowed.
     *
     * @return whether the receiver got a batch
     */
    public boolean flush() {
        boolean sent = false;
        while (!overflow.isEmpty() && queue.offer(overflow.peek())) {
            overflow.poll();
            sent = true;
        }
        if (stagedCount > 0) {
            Object[] batch = staged;
            staged = new Object[batchSize];
            stagedCount = 0;
            if (overflow.isEmpty() && queue.offer(batch)) {
                sent = true;
            } else {
                overflow.add(batch);
            }
        }
        return sent;
    }

    /** Whether batches wait for room. */
    public boolean isCongested() {
        return !overflow.isEmpty();
    }

    /** Whether anything is staged or waits for room. */
    public boolean hasUnsent() {
        return stagedCount > 0 || !overflow.isEmpty();
    }
}
