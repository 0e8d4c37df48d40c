package io.eyewall.toolkit.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A state with a list for each key. A list that has changed is saved as a whole: for one that grows
 * long a {@link MapState} by number is cheaper. Used by the task's thread.
 *
 * @param <V> elements
 */
public final class ListState<V> extends KeyedState {
    private final Map<@Nullable Object, Cell> cells = new HashMap<>();

    ListState(KeyedStates states, String name, long timeToLiveMs) {
        super(states, name, timeToLiveMs);
    }

    /** Returns the list of the current key, which can't be changed; empty if there is none. */
    public List<V> get() {
        Cell cell = cells.get(key());
        return cell == null ? List.of() : Collections.unmodifiableList(listOf(cell));
    }

    /** Adds an element at the end of the current key's list. */
    public void add(V element) {
        Cell cell = cells.get(key());
        if (cell == null) {
            cell = new Cell(key(), null, new ArrayList<V>());
            cells.put(key(), cell);
        }
        listOf(cell).add(element);
        onWrite(cell);
    }

    /** Replaces the list of the current key by one with these elements. */
    public void set(Collection<? extends V> elements) {
        Cell cell = cells.get(key());
        if (elements.isEmpty()) {
            clear();
            return;
        }
        if (cell == null) {
            cell = new Cell(key(), null, null);
            cells.put(key(), cell);
        }
        cell.content = new ArrayList<V>(elements);
        onWrite(cell);
    }

    /** Removes all elements of the current key. */
    public void clear() {
        Cell cell = cells.remove(key());
        if (cell != null) {
            onRemove(cell);
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // what add and set have put
    private List<V> listOf(Cell cell) {
        return (List<V>) cell.content;
    }

    @Override
    String kind() {
        return "list";
    }

    @Override
    void add(Cell cell) {
        cells.put(cell.key, cell);
    }

    @Override
    void drop(Cell cell) {
        cells.remove(cell.key);
    }

    @Override
    void dropAll() {
        cells.clear();
    }
}
