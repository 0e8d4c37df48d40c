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
    private boolean done;

    /** An emit whose tuple waits in the mailbox. */
    private record Emit(String sender, Thread thread, ThreadState state) {}

    /**
     * Called when a tuple has been put into the mailbox; if it was emitted on the same core, within
     * the emit.
     *
     * @param sender the component that has emitted it
     */
    public void onEnqueued(String sender) {
        if (!done) {
            emits.add(new Emit(sender, Thread.currentThread(), ThreadState.capture()));
        }
    }

    /**
     * Describes, for the log, what a sender had stored in its thread during an emit but not
     * outside. Called on no other executor's stack; forgets the emits.
     *
     * @return null if there was nothing, or after something has been found once
     */
    public @Nullable String find() {
        String found = null;
        if (!emits.isEmpty()) {
            ThreadState outside = ThreadState.capture();
            for (Emit emit : emits) {
                String stored =
                        emit.thread == Thread.currentThread()
                                ? emit.state.leftSince(outside)
                                : null;
                if (stored != null) {
                    found = "component '" + emit.sender + "' emits with " + stored;
                }
            }
            emits.clear();
            done |= found != null;
        }
        return found;
    }
}
