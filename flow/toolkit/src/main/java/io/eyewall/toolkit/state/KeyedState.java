package io.eyewall.toolkit.state;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the states of {@link KeyedStates}: its cells, and when each was written. */
abstract class KeyedState {
    /** The time to live of what is never forgotten. */
    static final long FOREVER = Long.MAX_VALUE;

    private final KeyedStates states;
    private final String name;
    private final long timeToLiveMs;

    /** The written cells, the oldest first; empty if no cell is ever forgotten. */
    private final Deque<Written> written = new ArrayDeque<>();

    /** Converts contents for snapshots. */
    private final SavedForm<Object> form;

    private int table;
    private SavedEntries<Cell> saved;

    /** A cell, and when it was written; out of date if the cell was written again. */
    private record Written(Cell cell, long writtenMs) {}

    /** The part of a state that is saved as a whole: a value, a list, or an entry of a map. */
    static final class Cell extends SavedEntry {
        /** The key. */
        final @Nullable Object key;

        /** The key within a map; else null. */
        final @Nullable Object mapKey;

        @Nullable Object content;

        private final SavedForm<Object> form;
        private long writtenMs;

        private Cell(
                @Nullable Object key,
                @Nullable Object mapKey,
                @Nullable Object content,
                SavedForm<Object> form) {
            this.key = key;
            this.mapKey = mapKey;
            this.content = content;
            this.form = form;
        }

        @Override
        protected @Nullable Object[] content() {
            Object saved = content == null ? null : form.saved(content);
            return new @Nullable Object[] {key, mapKey, saved, writtenMs};
        }
    }

    KeyedState(KeyedStates states, String name, long timeToLiveMs) {
        this(states, name, timeToLiveMs, SavedForm.same());
    }

    KeyedState(KeyedStates states, String name, long timeToLiveMs, SavedForm<Object> form) {
        this.states = states;
        this.name = name;
        this.timeToLiveMs = timeToLiveMs;
        this.form = form;
        saved = new SavedEntries<>(0, false);
    }

    /** Returns a new cell of the current key. */
    final Cell newCell(@Nullable Object mapKey) {
        return new Cell(key(), mapKey, null, form);
    }

    /** Returns the kind of state, for its entry in a snapshot. */
    abstract String kind();

    /** Adds a cell of a snapshot. */
    abstract void add(Cell cell);

    /** Removes a cell that is too old. */
    abstract void drop(Cell cell);

    /** Removes all cells. */
    abstract void dropAll();

    final String name() {
        return name;
    }

    final long timeToLiveMs() {
        return timeToLiveMs;
    }

    final @Nullable Object key() {
        return states.key();
    }

    final int table() {
        return table;
    }

    final void setTable(int number) {
        table = number;
        saved = new SavedEntries<>(number, states.isSaved());
    }

    /** Records that a cell is new or has changed. */
    final void onWrite(Cell cell) {
        saved.onChange(cell);
        if (timeToLiveMs != FOREVER) {
            cell.writtenMs = ProcessingTime.nowMs();
            written.add(new Written(cell, cell.writtenMs));
        }
    }

    /** Records that a cell was removed. */
    final void onRemove(Cell cell) {
        saved.onRemove(cell);
        cell.writtenMs = FOREVER;
    }

    /** Removes the cells that were not written for the time to live. */
    final void expire(long nowMs) {
        Written oldest = written.peek();
        while (oldest != null && nowMs - oldest.writtenMs() >= timeToLiveMs) {
            written.remove();
            if (oldest.writtenMs() == oldest.cell().writtenMs) {
                drop(oldest.cell());
                onRemove(oldest.cell());
            }
            oldest = written.peek();
        }
    }

    final void save(StateWriter out) {
        saved.save(out);
    }

    final void restore(StateReader in) {
        dropAll();
        written.clear();
        List<Cell> cells = new ArrayList<>();
        saved.restore(
                in,
                content -> {
                    Object part = content[2];
                    Object restored = part == null ? null : form.restored(part);
                    Cell cell = new Cell(content[0], content[1], restored, form);
                    cell.writtenMs = (Long) content[3];
                    add(cell);
                    cells.add(cell);
                    return cell;
                });
        if (timeToLiveMs != FOREVER) {
            cells.sort(Comparator.comparingLong(cell -> cell.writtenMs));
            cells.forEach(cell -> written.add(new Written(cell, cell.writtenMs)));
        }
    }
}
