package io.eyewall.toolkit.snapshot;

import org.jspecify.annotations.Nullable;

/**
 * Receives what has changed in a task's state since its last snapshot. State consists of tables of
 * entries, which have numbers that the task chooses.
 */
public interface StateWriter {
    /**
     * Saves an entry, in place of the one with the same number.
     *
     * @param table number of the table, from 0 to {@link #MAX_TABLE}
     * @param entry number of the entry
     * @param content objects that can be serialized as tuples' values can
     */
    void put(int table, long entry, @Nullable Object... content);

    /** Removes an entry. */
    void remove(int table, long entry);

    /** The highest table of an operator. */
    int MAX_TABLE = 99;

    /** The table in which a source saves how far it has sent, by source of positions. */
    int POSITIONS_TABLE = 0;

    /** The table that has an entry if the task is a source whose medium can't go back. */
    int STUCK_TABLE = MAX_TABLE + 3;
}
