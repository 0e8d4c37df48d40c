package io.eyewall.engine.core;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Emits on the stack of the thread that drives a core, and the overflow that has met one. For that
 * thread, and for the watcher once it has taken the core away.
 */
public final class EmitStack {
    /** What is left of each, outermost first. */
    private final ArrayDeque<Runnable> rests = new ArrayDeque<>();

    /** What threads that have lost the core have left of theirs. */
    private final ArrayDeque<Runnable> left = new ArrayDeque<>();

    /**
     * The last overflow of the stack that has passed through the engine's own code into user code,
     * and the executor whose emit or ack that was; null: none. Fields for all, since where they are
     * written no stack is left for a call.
     */
    public @Nullable StackOverflowError overflow;

    public @Nullable Tasklet overflowed;

    EmitStack() {}

    /**
     * An emit to several tasks begins.
     *
     * @param rest delivers what has not been delivered by then, through mailboxes; run in place of
     *     a command if the thread loses the core before {@link #end}
     */
    public void begin(Runnable rest) {
        rests.addLast(rest);
    }

    /** The emit that began last has ended, and its thread still drives the core. */
    public void end() {
        rests.removeLast();
    }

    /** The thread has lost the core: what is left of its emits is for the next one. */
    void handOver() {
        left.addAll(rests);
        rests.clear();
    }

    /**
     * Does what was handed over. Before any command: a task's next emit by another thread may be
     * among those, and each receiver gets them in order.
     *
     * @return how many emits that were
     */
    int finishLeft() {
        int done = 0;
        for (Runnable rest = left.poll(); rest != null; rest = left.poll()) {
            rest.run();
            done++;
        }
        return done;
    }

    /** The overflow is dealt with: nothing is on the stack any more. Whose emit it has met. */
    @SuppressWarnings("NullAway") // whoever wrote `overflow` had written this before
    Tasklet takeOverflowed() {
        Tasklet met = overflowed;
        overflow = null;
        overflowed = null;
        rests.clear();
        return met;
    }
}
