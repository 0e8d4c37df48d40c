package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/** The receiving half of a {@link Link}, for the receiving core's thread. */
public final class LinkReceiver extends Padded {
    private final SpscArrayQueue<Object[]> queue;

    LinkReceiver(SpscArrayQueue<Object[]> queue) {
        this.queue = queue;
    }

    /** The next batch, or null; items follow one another, nulls fill the end. */
    public @Nullable Object @Nullable [] poll() {
        return queue.relaxedPoll();
    }

    /** Whether no batch waits. */
    public boolean isEmpty() {
        return queue.isEmpty();
    }
}
