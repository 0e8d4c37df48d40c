package io.eyewall.toolkit.snapshot;

import org.jspecify.annotations.Nullable;

/** The state of a task as of a snapshot. */
public interface StateReader {
    /** Returns whether there is no snapshot yet: the task is to be as when it was prepared. */
    boolean isInitial();

    /** Passes on the entries of a table, in the order of their numbers. */
    void forEach(int table, Entry action);

    /** Receives an entry. */
    @FunctionalInterface
    interface Entry {
        /** Receives the number and the content that were saved. */
        void accept(long entry, @Nullable Object[] content);
    }
}
