package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.HotPath;
import io.eyewall.engine.memory.Padded;
import java.util.function.BiPredicate;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The sending halves of all links on which one core sends items of one kind. For that core's owner
 * thread. A link is created when the first item crosses it. The links that hold something form a
 * list, so that a flush need not visit all links.
 *
 * @param <T> type of the items
 */
public final class LinkSenders<T> extends Padded {
    private final LinkSender<T>[] byReceiver;
    private final int batchSize;
    private final int maxBatches;
    private final long capacityBytes;
    private final ToLongFunction<T> sizeBytes;
    private @Nullable LinkSender<T> firstUnsent;
    private int count;

    /**
     * @param receivers number of cores that can be sent to, by index from 0
     * @param batchSize maximum number of items per batch
     * @param maxBatches maximum number of batches in flight per link (rounded up to a power of two)
     * @param capacityBytes maximum bytes in flight per link, as far as sizes are known; at least
     *     one batch of one item
     * @param sizeBytes estimates the bytes that an item occupies; called for the first item of each
     *     batch
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public LinkSenders(
            int receivers,
            int batchSize,
            int maxBatches,
            long capacityBytes,
            ToLongFunction<T> sizeBytes) {
        this.byReceiver = new LinkSender[receivers];
        this.batchSize = batchSize;
        this.maxBatches = maxBatches;
        this.capacityBytes = capacityBytes;
        this.sizeBytes = sizeBytes;
    }

    /** Creates the sending halves for items whose size doesn't matter. */
    public LinkSenders(int receivers, int batchSize, int maxBatches) {
        this(receivers, batchSize, maxBatches, Long.MAX_VALUE, item -> 1);
    }

    long capacityBytes() {
        return capacityBytes;
    }

    long bytesOf(T item) {
        return sizeBytes.applyAsLong(item);
    }

    /** Returns the link to a receiver, or null if there is none yet. */
    @HotPath
    public @Nullable LinkSender<T> linkTo(int receiver) {
        return byReceiver[receiver];
    }

    /**
     * Creates the link to a receiver. The receiver must be given its half before anything is sent.
     *
     * @param onRoom called on the receiver's thread when there is room and the sender waits for it
     */
    public Link<T> connect(int receiver, Runnable onRoom) {
        assert byReceiver[receiver] == null : "link to core " + receiver + " exists already";
        SpscArrayQueue<Object[]> queue = new SpscArrayQueue<>(maxBatches);
        LinkReceiver receivingHalf = new LinkReceiver(queue, onRoom);
        LinkSender<T> sender = new LinkSender<>(this, receiver, queue, receivingHalf, batchSize);
        byReceiver[receiver] = sender;
        count++;
        return new Link<>(sender, receivingHalf);
    }

    /** Returns the number of links. */
    public int count() {
        return count;
    }

    /** Returns whether any link holds something that has not been handed over. */
    public boolean haveUnsent() {
        return firstUnsent != null;
    }

    /**
     * Tests the last item of each link that has not been handed over, until the predicate returns
     * true.
     */
    public <A> void findLastStaged(BiPredicate<T, A> predicate, A argument) {
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            T last = link.lastStaged();
            if (last != null && predicate.test(last, argument)) {
                return;
            }
        }
    }

    /** Requests a wake-up once there is room for what waits; see {@link LinkSender#awaitRoom}. */
    public void awaitRoom() {
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            link.awaitRoom();
        }
    }

    /** Returns whether a link that holds something has enough room now. */
    public boolean hasEnoughRoom() {
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            if (link.hasEnoughRoom()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Restores consistency after a stack overflow that may have interrupted a call: everything
     * staged will be handed over by the next {@link #flush}, and all possible receivers are
     * notified.
     *
     * @param onReceiver called with the index of each receiver that may have got something
     */
    public void recover(IntConsumer onReceiver) {
        for (LinkSender<T> link : byReceiver) {
            if (link != null) {
                if (link.hasUnsent()) {
                    onUnsent(link);
                }
                onReceiver.accept(link.receiverIndex());
            }
        }
    }

    void onUnsent(LinkSender<T> link) {
        if (!link.isListed) {
            link.isListed = true;
            link.nextUnsent = firstUnsent;
            firstUnsent = link;
        }
    }

    /**
     * Hands over what is staged or has overflowed; must be followed by {@link #endFlush}.
     *
     * @return whether any receiver got a batch
     */
    public boolean flush() {
        boolean sent = false;
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            link.wasFlushed = link.flush();
            sent |= link.wasFlushed;
        }
        return sent;
    }

    /**
     * Ends a {@link #flush}: reports its receivers, and removes links from the list that no longer
     * hold anything.
     *
     * @param onReceiver called with the index of each receiver that got something
     * @return whether batches still wait for room
     */
    public boolean endFlush(IntConsumer onReceiver) {
        LinkSender<T> link = firstUnsent;
        if (link == null) {
            return false;
        }
        firstUnsent = null;
        while (link != null) {
            LinkSender<T> next = link.nextUnsent;
            link.nextUnsent = null;
            link.isListed = false;
            if (link.wasFlushed) {
                onReceiver.accept(link.receiverIndex());
            }
            if (link.hasUnsent()) {
                onUnsent(link);
            }
            link = next;
        }
        return haveUnsent();
    }
}
