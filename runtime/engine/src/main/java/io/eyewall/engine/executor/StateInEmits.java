package io.eyewall.engine.executor;

import io.eyewall.engine.thread.ThreadState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds senders whose user code has something stored in its thread while it emits, such as a
 * thread-local value that it removes afterwards: a receiver that is called within the emit would
 * see it. Compares the thread's state at the first emits, when their tuples wait in the mailbox,
 * with its state when the mailbox is emptied. For the core's owner thread.
 */
public final class StateInEmits {
    private final List<Emit> emits = new ArrayList<>();
    private boolean hasReported;

    /** An emit whose tuple waits in the mailbox. */
    private record Emit(String sender, Thread thread, ThreadState state) {}

    /**
     * Called when a tuple has been put into the mailbox. If the sender is on the same core, this
     * call is made within the emit.
     *
     * @param sender the component that has emitted it
     */
    public void onEnqueued(String sender) {
        if (!hasReported) {
            emits.add(new Emit(sender, Thread.currentThread(), ThreadState.capture()));
        }
    }

    /**
     * Describes, for the log, what a sender had stored in its thread during an emit but not
     * outside, and clears the record of emits. Must not be called within a call of another
     * executor.
     *
     * @return null if there was no such state, or if a sender with such state was found earlier
     */
    public @Nullable String describeStoredState() {
        String found = null;
        if (!emits.isEmpty()) {
            ThreadState outside = ThreadState.capture();
            for (Emit emit : emits) {
                String stored =
                        emit.thread == Thread.currentThread()
                                ? emit.state.describeLeftSince(outside)
                                : null;
                if (stored != null) {
                    found = "component '" + emit.sender + "' emits with " + stored;
                }
            }
            emits.clear();
            hasReported |= found != null;
        }
        return found;
    }
}
