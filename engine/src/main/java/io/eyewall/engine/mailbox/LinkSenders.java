package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import java.util.function.BiPredicate;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The sending halves of all links on which one core sends items of one kind, for that core's
 * thread. A link is made when the first item is to cross it. Those that hold something are in a
 * list, so that nobody has to look into all.
 *
 * @param <T> what crosses
 */
public final class LinkSenders<T> extends Padded {
    private final LinkSender<T>[] byReceiver;
    private final int batchSize;
    private final int batches;
    private final long capacityBytes;
    private final ToLongFunction<T> size;
    private @Nullable LinkSender<T> firstUnsent;
    private int count;

    /**
     * @param receivers cores that can be sent to, by index from 0
     * @param batchSize items per batch, at most
     * @param batches batches in flight per link, at most (rounded up to a power of two)
     * @param capacityBytes what may be in flight per link, as far as sizes are known; one batch of
     *     one item at least
     * @param size about how many bytes an item keeps; asked for the first of each batch
     */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public LinkSenders(
            int receivers, int batchSize, int batches, long capacityBytes, ToLongFunction<T> size) {
        this.byReceiver = new LinkSender[receivers];
        this.batchSize = batchSize;
        this.batches = batches;
        this.capacityBytes = capacityBytes;
        this.size = size;
    }

    /** As above for items whose size doesn't matter. */
    public LinkSenders(int receivers, int batchSize, int batches) {
        this(receivers, batchSize, batches, Long.MAX_VALUE, item -> 1);
    }

    long capacityBytes() {
        return capacityBytes;
    }

    long bytesOf(T item) {
        return size.applyAsLong(item);
    }

    /** The link to a receiver, or null if there is none yet. hot path: EmitToExecuteBenchmark */
    public @Nullable LinkSender<T> to(int receiver) {
        return byReceiver[receiver];
    }

    /**
     * Makes the link to a receiver, who must be given its half before anything can arrive.
     *
     * @param onRoom called on the receiver's thread when there is room that was waited for
     */
    public Link<T> connect(int receiver, Runnable onRoom) {
        assert byReceiver[receiver] == null : "there is a link to core " + receiver;
        SpscArrayQueue<Object[]> queue = new SpscArrayQueue<>(batches);
        LinkReceiver otherHalf = new LinkReceiver(queue, onRoom);
        LinkSender<T> sender = new LinkSender<>(this, receiver, queue, otherHalf, batchSize);
        byReceiver[receiver] = sender;
        count++;
        return new Link<>(sender, otherHalf);
    }

    /** How many links have been made. */
    public int count() {
        return count;
    }

    /** Whether any link holds something that has not been handed over. */
    public boolean haveUnsent() {
        return firstUnsent != null;
    }

    /**
     * Shows somebody the last item of each link that has not been handed over, until it is the one
     * that was looked for.
     */
    public <A> void findLastStaged(BiPredicate<T, A> isIt, A argument) {
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            T last = link.lastStaged();
            if (last != null && isIt.test(last, argument)) {
                return;
            }
        }
    }

    /** Wants to be told when there is room for what waits; see {@link LinkSender#awaitRoom}. */
    public void awaitRoom() {
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            link.awaitRoom();
        }
    }

    /** Whether some of what waits has found room since. */
    public boolean hasEnoughRoom() {
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            if (link.hasEnoughRoom()) {
                return true;
            }
        }
        return false;
    }

    /**
     * A stack overflow may have ended a call half way: whatever is staged anywhere is to be handed
     * over by the next {@link #flush}, and all who may have got something are told.
     */
    public void recover(IntConsumer gotSomething) {
        for (LinkSender<T> link : byReceiver) {
            if (link != null) {
                if (link.hasUnsent()) {
                    onUnsent(link);
                }
                gotSomething.accept(link.receiver());
            }
        }
    }

    void onUnsent(LinkSender<T> link) {
        if (!link.listed) {
            link.listed = true;
            link.nextUnsent = firstUnsent;
            firstUnsent = link;
        }
    }

    /**
     * Hands over what is staged or has overflowed; to be followed by {@link #endFlush}.
     *
     * @return whether any receiver got a batch
     */
    public boolean flush() {
        boolean sent = false;
        for (LinkSender<T> link = firstUnsent; link != null; link = link.nextUnsent) {
            link.flushed = link.flush();
            sent |= link.flushed;
        }
        return sent;
    }

    /**
     * Tells of all receivers who got something from the last {@link #flush}, and forgets links that
     * hold nothing any more.
     *
     * @return whether batches still wait for room
     */
    public boolean endFlush(IntConsumer gotSomething) {
        LinkSender<T> link = firstUnsent;
        if (link == null) {
            return false;
        }
        firstUnsent = null;
        while (link != null) {
            LinkSender<T> next = link.nextUnsent;
            link.nextUnsent = null;
            link.listed = false;
            if (link.flushed) {
                gotSomething.accept(link.receiver());
            }
            if (link.hasUnsent()) {
                onUnsent(link);
            }
            link = next;
        }
        return haveUnsent();
    }
}
