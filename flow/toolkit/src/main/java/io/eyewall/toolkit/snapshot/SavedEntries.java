package io.eyewall.toolkit.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which entries of one table have changed since the last snapshot; does nothing if there
 * are no snapshots. Used by one thread.
 *
 * @param <E> entries
 */
public final class SavedEntries<E extends SavedEntry> {
    private final int table;
    private final boolean isOn;
    private final List<E> changed = new ArrayList<>();
    private long lastNumber;

    /**
     * @param table number of the table
     * @param isOn whether there are snapshots
     */
    public SavedEntries(int table, boolean isOn) {
        this.table = table;
        this.isOn = isOn;
    }

    /** Returns whether there are snapshots. */
    public boolean isOn() {
        return isOn;
    }

    /** Records that an entry is new or has changed. */
    public void onChange(E entry) {
        if (isOn && !entry.isChanged) {
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

    /** Forgets all entries, before others are added or restored. */
    public void clear() {
        changed.clear();
        lastNumber = 0;
    }

    /**
     * Restores the entries of a snapshot, in the order in which they were first saved.
     *
     * @param entry returns the entry of a content, and adds it to the state
     */
    public void restore(StateReader in, Function<@Nullable Object[], E> entry) {
        clear();
        in.forEach(
                table,
                (number, content) -> {
                    entry.apply(content).number = number;
                    lastNumber = Math.max(lastNumber, number);
                });
    }
}
