package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import io.eyewall.engine.memory.TypicalSize;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a {@link Link}. For the sending core's owner thread.
 *
 * <p>Every batch is a new array: an array that was kept for reuse would grow old, and the garbage
 * collector makes stores into old objects expensive. Its length follows the number of items that
 * have lately been handed over at once, so that few items do not take the memory of many; it grows
 * if more items come.
 *
 * @param <T> type of the items
 */
@SuppressWarnings("unused") // padding
public final class LinkSender<T> extends Padded {
    private static final int MIN_COUNT = 1;

    /** Divisor of the bytes that may be in flight: a batch occupies at most that part of them. */
    private static final int BATCHES_IN_FLIGHT = 4;

    private long stagedCount;

    /**
     * Number of staged items at which {@link #onLimit} is called: 1, because there is then
     * something to hand over; later the number at which the array or the batch is full. One number,
     * so that the hot path makes one check.
     */
    private long limit = 1;

    private long q1;
    private long q2;
    private long q3;
    private long q4;
    private long q5;
    private long q6;
    private long q7;
    private long q8;

    private final LinkSenders<T> senders;
    private final int receiver;
    private final SpscArrayQueue<Object[]> queue;
    private final LinkReceiver otherHalf;
    private final int batchSize;
    private final long smallBytes;
    private final long batchBytes;
    private final TypicalSize itemSize = new TypicalSize();
    private int typicalCount = MIN_COUNT;
    private Object[] staged;

    /** Batches that wait for room; null until the first one. */
    private @Nullable ArrayDeque<Object[]> overflow;

    /** The next link in the list of {@link LinkSenders} of those that hold something. */
    @Nullable LinkSender<T> nextUnsent;

    /** Whether this link is in that list. */
    boolean listed;

    /** Whether the last flush of that list handed over a batch of this link. */
    boolean flushed;

    LinkSender(
            LinkSenders<T> senders,
            int receiver,
            SpscArrayQueue<Object[]> queue,
            LinkReceiver otherHalf,
            int batchSize) {
        this.senders = senders;
        this.receiver = receiver;
        this.queue = queue;
        this.otherHalf = otherHalf;
        this.batchSize = batchSize;
        this.smallBytes = senders.capacityBytes() / batchSize / queue.capacity();
        this.batchBytes = senders.capacityBytes() / BATCHES_IN_FLIGHT;
        this.staged = nextArray();
    }

    /** Returns the index of the receiving core. */
    int receiver() {
        return receiver;
    }

    /**
     * Adds an item to the batch being filled; a full batch is handed over.
     *
     * @return whether a batch became full, so that the receiver may have to be woken and this side
     *     may be congested
     */
    @HotPath
    public boolean stage(T item) {
        long count = stagedCount + 1;
        staged[(int) count - 1] = item;
        stagedCount = count;
        return count >= limit && onLimit();
    }

    /** Returns the item that was staged last, unless it has been handed over. */
    @SuppressWarnings("unchecked")
    @Nullable T lastStaged() {
        return stagedCount == 0 ? null : (T) staged[(int) stagedCount - 1];
    }

    @SuppressWarnings("unchecked")
    private boolean onLimit() {
        senders.onUnsent(this); // even if the batch is full: the queue may have no room for it
        if (stagedCount == 1) {
            itemSize.record(senders.bytesOf((T) staged[0]));
        }
        int most = areItemsSmall() ? batchSize : itemSize.countThatFits(batchBytes, batchSize);
        if (stagedCount >= most) {
            flush();
            return true;
        }
        if (stagedCount == staged.length) {
            staged = Arrays.copyOf(staged, (int) Math.min(2 * stagedCount, most));
        }
        limit = Math.min(staged.length, most);
        return false;
    }

    /**
     * Hands over what is staged or has overflowed.
     *
     * @return whether the receiver got a batch
     */
    public boolean flush() {
        boolean sent = overflow != null && flushOverflow(overflow);
        if (stagedCount > 0) {
            adaptTo((int) stagedCount);
            Object[] next = nextArray();
            boolean offered = !isCongested() && hasRoom() && queue.offer(staged);
            if (!offered) {
                keep(staged);
            }
            staged = next; // last: a stack overflow above must not lose a batch
            stagedCount = 0;
            limit = 1;
            sent |= offered;
        }
        return sent;
    }

    /**
     * Adapts {@link #typicalCount} to a batch's size: to a larger one at once, to smaller ones
     * slowly, because an array that is too short costs a copy.
     */
    private void adaptTo(int count) {
        int less = typicalCount - count;
        typicalCount = less <= 0 ? count : typicalCount - (less + 7) / 8;
    }

    /**
     * Returns an array with one place more than is usually needed, because a full array has to
     * grow.
     */
    private Object[] nextArray() {
        return new Object[Math.min(typicalCount + 1, batchSize)];
    }

    /**
     * Returns whether another batch may be in flight. Only large items need a check of their bytes.
     */
    private boolean hasRoom() {
        if (areItemsSmall()) {
            return true;
        }
        int inFlight = queue.size();
        return inFlight == 0
                || (inFlight + 1) * itemSize.bytes() * typicalCount <= senders.capacityBytes();
    }

    /**
     * Returns whether items are so small that a full link exceeds no limit: the bound on their
     * number suffices.
     */
    private boolean areItemsSmall() {
        return itemSize.bytes() <= smallBytes;
    }

    private boolean flushOverflow(ArrayDeque<Object[]> waiting) {
        boolean sent = false;
        while (!waiting.isEmpty() && hasRoom() && queue.offer(waiting.peek())) {
            waiting.poll();
            sent = true;
        }
        return sent;
    }

    private void keep(Object[] batch) {
        if (overflow == null) {
            overflow = new ArrayDeque<>();
        }
        overflow.add(batch);
    }

    /**
     * Requests a wake-up once there is room. The receiver executes no fence for this, so it may
     * miss the request if it polls a batch at the same moment: the sender must not rely on the
     * wake-up alone.
     */
    void awaitRoom() {
        otherHalf.awaitRoom();
    }

    /** Returns whether there is enough room for the receiver to wake a waiting sender. */
    boolean hasEnoughRoom() {
        return otherHalf.isHalfEmpty() && hasRoom();
    }

    /** Returns whether batches wait for room. */
    public boolean isCongested() {
        return overflow != null && !overflow.isEmpty();
    }

    /** Returns whether anything is staged or waits for room. */
    public boolean hasUnsent() {
        return stagedCount > 0 || isCongested();
    }
}
