package io.eyewall.toolkit.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * A part of a task's state that is saved as a whole, such as what belongs to one key; see {@link
 * SavedEntries}. Used by one thread.
 */
public abstract class SavedEntry {
    /** The number under which the entry is saved; 0: it was never saved. */
    long number;

    /** Whether the entry is among the changed ones. */
    boolean isChanged;

    boolean isRemoved;

    /** Makes the entry one that was never saved; to be called before a state is restored. */
    public final void onForget() {
        number = 0;
        isChanged = false;
    }

    /** Returns the objects to save. */
    protected abstract @Nullable Object[] content();
}
