package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/** The receiving half of a {@link Link}, for the receiving core's thread. */
public final class LinkReceiver extends Padded {
    private final SpscArrayQueue<Object[]> queue;
    private final Runnable onRoom;

    /** Whether the sender sleeps until there is room. */
    private volatile boolean roomAwaited;

    LinkReceiver(SpscArrayQueue<Object[]> queue, Runnable onRoom) {
        this.queue = queue;
        this.onRoom = onRoom;
    }

    /** The next batch, or null; items follow one another, nulls fill the end. */
    public @Nullable Object @Nullable [] poll() {
        Object[] batch = queue.relaxedPoll();
        if (roomAwaited && batch != null && isHalfEmpty()) {
            roomAwaited = false;
            onRoom.run();
        }
        return batch;
    }

    /** Wants the sender to be told of room. On the sender's thread. */
    void awaitRoom() {
        roomAwaited = true;
    }

    /** Whether it pays to wake a sender that waits for room. Either thread. */
    boolean isHalfEmpty() {
        return queue.size() <= queue.capacity() / 2;
    }

    /** Whether no batch waits. */
    public boolean isEmpty() {
        return queue.isEmpty();
    }
}
