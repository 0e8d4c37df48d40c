package io.eyewall.toolkit.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A state with a list for each key. A list that has changed is saved as a whole: for one that grows
 * long a {@link MapState} by number is cheaper. Used by the task's thread.
 *
 * @param <V> elements
 */
public final class ListState<V> extends SingleCellState {
    ListState(KeyedStates states, String name, long timeToLiveMs) {
        super(states, name, timeToLiveMs);
    }

    /** Returns the list of the current key, which can't be changed; empty if there is none. */
    public List<V> get() {
        Cell cell = cell();
        return cell == null ? List.of() : Collections.unmodifiableList(listOf(cell));
    }

    /** Adds an element at the end of the current key's list. */
    public void add(V element) {
        Cell cell = cellOrNew();
        if (cell.content == null) {
            cell.content = new ArrayList<V>();
        }
        listOf(cell).add(element);
        onWrite(cell);
    }

    /** Replaces the list of the current key by one with these elements. */
    public void set(Collection<? extends V> elements) {
        if (elements.isEmpty()) {
            clear();
            return;
        }
        Cell cell = cellOrNew();
        cell.content = new ArrayList<V>(elements);
        onWrite(cell);
    }

    /** Removes all elements of the current key. */
    @Override
    public void clear() {
        super.clear();
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // what add and set have put
    private List<V> listOf(Cell cell) {
        return (List<V>) cell.content;
    }

    @Override
    String kind() {
        return "list";
    }
}
