package io.eyewall.engine.core;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Emits on the stack of a core's owner thread, and the stack overflow that has struck one of them.
 * For the owner, and for the watcher once it has taken the core away.
 */
public final class EmitStack {
    /** The undelivered remainder of each emit, outermost first. */
    private final ArrayDeque<Runnable> remainders = new ArrayDeque<>();

    /** Remainders of the emits of threads that have lost the core. */
    private final ArrayDeque<Runnable> orphaned = new ArrayDeque<>();

    /**
     * The last stack overflow that has passed through the engine's own code into user code; null if
     * there is none. Public fields, here and below, because no stack is left for a call where they
     * are written.
     */
    public @Nullable StackOverflowError overflow;

    /** The executor during whose emit or ack {@link #overflow} happened. */
    public @Nullable Tasklet overflowed;

    EmitStack() {}

    /**
     * Begins an emit to several tasks.
     *
     * @param remainder delivers the remaining tuples, through mailboxes; run like a command if the
     *     thread loses the core before {@link #end}
     */
    public void begin(Runnable remainder) {
        remainders.addLast(remainder);
    }

    /** Ends the emit that began last; its thread still owns the core. */
    public void end() {
        remainders.removeLast();
    }

    /**
     * Leaves the remainders of the emits to the next owner, because the thread has lost the core.
     */
    void orphanEmits() {
        orphaned.addAll(remainders);
        remainders.clear();
    }

    /**
     * Delivers the remainders that former owners orphaned. Called before any command, because a
     * command may be a later emit of the same task by another thread, and each receiver must get
     * the tuples in order.
     *
     * @return the number of emits
     */
    int finishOrphaned() {
        int finished = 0;
        for (Runnable next = orphaned.poll(); next != null; next = orphaned.poll()) {
            next.run();
            finished++;
        }
        return finished;
    }

    /**
     * Clears the overflow when nothing is on the stack any more.
     *
     * @return the executor during whose emit or ack the overflow happened
     */
    @SuppressWarnings("NullAway") // `overflowed` is always written before `overflow`
    Tasklet takeOverflowed() {
        Tasklet struck = overflowed;
        overflow = null;
        overflowed = null;
        remainders.clear();
        return struck;
    }
}
