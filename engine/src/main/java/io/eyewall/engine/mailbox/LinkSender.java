package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import io.eyewall.engine.memory.UsualSize;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The sending half of a {@link Link}, for the sending core's thread.
 *
 * <p>A batch is an array of its own, never used again: one that stayed here would grow old, and the
 * collector makes stores into old objects expensive. Its length follows what has lately been handed
 * over at once, so that few items do not take the room of many; it grows if more come.
 *
 * @param <T> what crosses
 */
@SuppressWarnings("unused") // padding
public final class LinkSender<T> extends Padded {
    private static final int FEWEST = 1;

    /** A batch is no larger than that part of what may be in flight. */
    private static final int BATCHES_IN_FLIGHT = 4;

    private long stagedCount;

    /**
     * With how many staged items something is to be done: with the first, since there is something
     * to be handed over now; when the array is full. One number, so that the hot path asks one
     * question.
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
    private final UsualSize itemSize = new UsualSize();
    private int usualCount = FEWEST;
    private Object[] staged;

    /** Batches that wait for room; null until there are any. */
    private @Nullable ArrayDeque<Object[]> overflow;

    /** The next of those that hold something, in the list of {@link LinkSenders}. */
    @Nullable LinkSender<T> nextUnsent;

    /** Whether it is in that list. */
    boolean listed;

    /** Whether the last flush of that list handed over a batch of this one. */
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

    /** The index of the receiving core. */
    int receiver() {
        return receiver;
    }

    /**
     * Adds an item to the batch being filled; a full batch is handed over. hot path:
     * EmitToExecuteBenchmark
     *
     * @return whether a batch became full, so that the receiver may have to be woken and this side
     *     may be congested
     */
    public boolean stage(T item) {
        long count = stagedCount + 1;
        staged[(int) count - 1] = item;
        stagedCount = count;
        return count >= limit && onLimit();
    }

    /** The item that was staged last, if it has not been handed over. */
    @SuppressWarnings("unchecked")
    @Nullable T lastStaged() {
        return stagedCount == 0 ? null : (T) staged[(int) stagedCount - 1];
    }

    @SuppressWarnings("unchecked")
    private boolean onLimit() {
        senders.onUnsent(this); // also if it is full: there may be no room for it
        if (stagedCount == 1) {
            itemSize.see(senders.bytesOf((T) staged[0]));
        }
        int most = areItemsSmall() ? batchSize : itemSize.fit(batchBytes, batchSize);
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
            follow((int) stagedCount);
            Object[] next = nextArray();
            boolean offered = !isCongested() && hasRoom() && queue.offer(staged);
            if (!offered) {
                keep(staged);
            }
            staged = next; // not earlier: a stack overflow above must not lose a batch
            stagedCount = 0;
            limit = 1;
            sent |= offered;
        }
        return sent;
    }

    /** Follows a larger count at once and smaller ones slowly: an array too short costs a copy. */
    private void follow(int count) {
        int less = usualCount - count;
        usualCount = less <= 0 ? count : usualCount - (less + 7) / 8;
    }

    /** With one place more than is usually needed: one that is full has to grow. */
    private Object[] nextArray() {
        return new Object[Math.min(usualCount + 1, batchSize)];
    }

    /** Whether another batch may be in flight, if items are so large that this is a question. */
    private boolean hasRoom() {
        if (areItemsSmall()) {
            return true;
        }
        int inFlight = queue.size();
        return inFlight == 0
                || (inFlight + 1) * itemSize.bytes() * usualCount <= senders.capacityBytes();
    }

    /** Whether the link may be full of them, so that their number is bound enough. */
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
     * Wants to be told when there is room. The receiver pays for no fence: it may overlook this if
     * it has taken a batch in this very moment, so nobody may wait for it for long.
     */
    void awaitRoom() {
        otherHalf.awaitRoom();
    }

    /** Whether so much has been taken that the receiver would tell. */
    boolean hasEnoughRoom() {
        return otherHalf.isHalfEmpty() && hasRoom();
    }

    /** Whether batches wait for room. */
    public boolean isCongested() {
        return overflow != null && !overflow.isEmpty();
    }

    /** Whether anything is staged or waits for room. */
    public boolean hasUnsent() {
        return stagedCount > 0 || isCongested();
    }
}
