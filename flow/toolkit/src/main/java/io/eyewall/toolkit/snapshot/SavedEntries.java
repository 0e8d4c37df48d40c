package io.eyewall.toolkit.snapshot;

import java.util.ArrayList;
import java.util.List;

/**
 * Remembers which entries of one table have changed since the last snapshot. Used by one thread.
 *
 * @param <E> entries
 */
public final class SavedEntries<E extends SavedEntry> {
    private final int table;
    private final List<E> changed = new ArrayList<>();
    private long lastNumber;

    /**
     * @param table number of the table
     */
    public SavedEntries(int table) {
        this.table = table;
    }

    /** Records that an entry is new or has changed. */
    public void onChange(E entry) {
        if (!entry.isChanged) {
            entry.isChanged = true;
            changed.add(entry);
        }
    }

    /** Records that an entry is removed. It must not be used again. */
    public void onRemove(E entry) {
        entry.isRemoved = true;
        onChange(entry);
    }

    /** Saves what has changed since the last call. */
    public void save(StateWriter out) {
        for (E entry : changed) {
            entry.isChanged = false;
            if (!entry.isRemoved) {
                if (entry.number == 0) {
                    entry.number = ++lastNumber;
                }
                out.put(table, entry.number, entry.content());
            } else if (entry.number != 0) {
                out.remove(table, entry.number);
            }
        }
        changed.clear();
    }

    /** Records that an entry was read from a snapshot. */
    public void onRestore(long number, E entry) {
        entry.number = number;
        lastNumber = Math.max(lastNumber, number);
    }
}
