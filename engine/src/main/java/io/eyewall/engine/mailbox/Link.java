package io.eyewall.engine.mailbox;

import java.util.ArrayDeque;
import org.jctools.queues.SpscArrayQueue;

/**
 * One-way connection from one core to another. The sender stages items and hands them over in whole
 * batches, so that a crossing costs one shared write per batch; the receiver takes batches. Items
 * keep their order. The queue between them is bounded; what does not fit stays with the sender, who
 * must stop producing while {@link #isCongested()}.
 *
 * <p>Sender and receiver state lie in separate objects, padded by the queue, so that the two cores
 * share no cache line but those of the batches themselves.
 *
 * @param <T> what crosses
 */
public final class Link<T> {
    private final SpscArrayQueue<Object[]> queue;
    private final int batchSize;

    // Sender's half.
    private final ArrayDeque<Object[]> overflow = new ArrayDeque<>();
    private Object[] staged;
    private int stagedCount;

    /**
     * @param batchSize items per batch, at most
     * @param batches batches in flight, at most (rounded up to a power of two)
     */
    public Link(int batchSize, int batches) {
        this.batchSize = batchSize;
        this.queue = new SpscArrayQueue<>(batches);
        this.staged = new Object[batchSize];
    }

    /**
     * Sender: adds an item to the batch being filled; a full batch is handed over.
     *
     * @return whether a batch became full, so that the receiver may have to be woken and the sender
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
     * Sender: hands over what is staged or has overflowed.
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

    /** Sender: whether batches wait for room. */
    public boolean isCongested() {
        return !overflow.isEmpty();
    }

    /** Sender: whether anything is staged or waits for room. */
    public boolean hasUnsent() {
        return stagedCount > 0 || !overflow.isEmpty();
    }

    /** Receiver: the next batch, or null; items follow one another, nulls fill the end. */
    public Object[] poll() {
        return queue.relaxedPoll();
    }

    /** Receiver: whether no batch waits. */
    public boolean isEmpty() {
        return queue.isEmpty();
    }
}
