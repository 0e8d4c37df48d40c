package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The receiving half of a {@link Link}. For the receiving core's owner thread, except where noted.
 */
public final class LinkReceiver extends Padded {
    private final SpscArrayQueue<Object[]> queue;
    private final Runnable onRoom;

    /** Whether the sender sleeps until there is room. */
    private volatile boolean roomAwaited;

    LinkReceiver(SpscArrayQueue<Object[]> queue, Runnable onRoom) {
        this.queue = queue;
        this.onRoom = onRoom;
    }

    /**
     * Returns the next batch, or null if there is none. The items follow one another; nulls fill
     * the end of the array.
     */
    public @Nullable Object @Nullable [] poll() {
        Object[] batch = queue.relaxedPoll();
        if (roomAwaited && batch != null && isHalfEmpty()) {
            roomAwaited = false;
            onRoom.run();
        }
        return batch;
    }

    /** Requests a call of {@link #onRoom} once the queue is half empty. Called by the sender. */
    void awaitRoom() {
        roomAwaited = true;
    }

    /** Returns whether there is enough room to wake a sender that waits for it. Either thread. */
    boolean isHalfEmpty() {
        return queue.size() <= queue.capacity() / 2;
    }

    /** Returns whether no batch waits. */
    public boolean isEmpty() {
        return queue.isEmpty();
    }
}
