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
    private static final int MIN_TYPICAL_COUNT = 1;

    /** A batch may occupy at most the bytes that may be in flight, divided by this number. */
    private static final int MIN_BATCHES_IN_FLIGHT = 4;

    private long stagedCount;

    /**
     * Number of staged items at which {@link #onLimit} is called. It is 1 at first, because from
     * the first item on there is something to hand over; then it is the number at which the array
     * or the batch is full. A single limit lets the hot path make a single check.
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
    private final int receiverIndex;
    private final SpscArrayQueue<Object[]> queue;
    private final LinkReceiver receivingHalf;
    private final int batchSize;
    private final long maxSmallItemBytes;
    private final long maxBatchBytes;
    private final TypicalSize itemSize = new TypicalSize();
    private int typicalCount = MIN_TYPICAL_COUNT;
    private Object[] staged;

    /** Batches that wait for room; null until the first one. */
    private @Nullable ArrayDeque<Object[]> overflow;

    /** The next link in the list of {@link LinkSenders} of those that hold something. */
    @Nullable LinkSender<T> nextUnsent;

    /** Whether this link is in the list of {@link LinkSenders}. */
    boolean isListed;

    /** Whether the last flush of the list handed over a batch of this link. */
    boolean wasFlushed;

    LinkSender(
            LinkSenders<T> senders,
            int receiverIndex,
            SpscArrayQueue<Object[]> queue,
            LinkReceiver receivingHalf,
            int batchSize) {
        this.senders = senders;
        this.receiverIndex = receiverIndex;
        this.queue = queue;
        this.receivingHalf = receivingHalf;
        this.batchSize = batchSize;
        this.maxSmallItemBytes = senders.capacityBytes() / batchSize / queue.capacity();
        this.maxBatchBytes = senders.capacityBytes() / MIN_BATCHES_IN_FLIGHT;
        this.staged = nextArray();
    }

    /** Returns the index of the receiving core. */
    int receiverIndex() {
        return receiverIndex;
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
        senders.onUnsent(this); // even if the batch is full, because the queue may have no room
        if (stagedCount == 1) {
            itemSize.record(senders.bytesOf((T) staged[0]));
        }
        int maxCount =
                areItemsSmall() ? batchSize : itemSize.countThatFits(maxBatchBytes, batchSize);
        if (stagedCount >= maxCount) {
            flush();
            return true;
        }
        if (stagedCount == staged.length) {
            staged = Arrays.copyOf(staged, (int) Math.min(2 * stagedCount, maxCount));
        }
        limit = Math.min(staged.length, maxCount);
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
            adaptTypicalCount((int) stagedCount);
            Object[] next = nextArray();
            boolean offered = !isCongested() && hasRoom() && queue.offer(staged);
            if (!offered) {
                addToOverflow(staged);
            }
            staged = next; // set last, so that a stack overflow above loses no batch
            stagedCount = 0;
            limit = 1;
            sent |= offered;
        }
        return sent;
    }

    /**
     * Adapts {@link #typicalCount} to the size of a batch: to a larger one at once, to a smaller
     * one by an eighth of the difference, rounded up, because an array that is too short costs a
     * copy.
     */
    private void adaptTypicalCount(int count) {
        int decrease = typicalCount - count;
        typicalCount = decrease <= 0 ? count : typicalCount - (decrease + 7) / 8;
    }

    /**
     * Returns an array with one element more than is typically needed, because a full array has to
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
     * Returns whether items are so small that even a full link stays within the limit in bytes, so
     * that the limit on their number suffices.
     */
    private boolean areItemsSmall() {
        return itemSize.bytes() <= maxSmallItemBytes;
    }

    private boolean flushOverflow(ArrayDeque<Object[]> waiting) {
        boolean sent = false;
        while (!waiting.isEmpty() && hasRoom() && queue.offer(waiting.peek())) {
            waiting.poll();
            sent = true;
        }
        return sent;
    }

    private void addToOverflow(Object[] batch) {
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
        receivingHalf.awaitRoom();
    }

    /** Returns whether there is enough room for the receiver to wake a waiting sender. */
    boolean hasEnoughRoom() {
        return receivingHalf.isHalfEmpty() && hasRoom();
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
