package io.eyewall.toolkit.state;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A state with one value for each key. Used by the task's thread.
 *
 * @param <V> values
 */
public final class ValueState<V> extends KeyedState {
    private final Map<@Nullable Object, Cell> cells = new HashMap<>();

    ValueState(KeyedStates states, String name, long timeToLiveMs) {
        super(states, name, timeToLiveMs);
    }

    /** Returns the value of the current key; null if it has none. */
    @SuppressWarnings("unchecked") // what set has put
    public @Nullable V get() {
        Cell cell = cells.get(key());
        return cell == null ? null : (V) cell.content;
    }

    /** Returns the value of the current key, or another one if it has none. */
    public V getOrDefault(V other) {
        V value = get();
        return value == null ? other : value;
    }

    /** Sets the value of the current key. A value that is changed must be set again. */
    public void set(V value) {
        Cell cell = cells.get(key());
        if (cell == null) {
            cell = new Cell(key(), null, null);
            cells.put(key(), cell);
        }
        cell.content = value;
        onWrite(cell);
    }

    /** Removes the value of the current key. */
    public void clear() {
        Cell cell = cells.remove(key());
        if (cell != null) {
            onRemove(cell);
        }
    }

    @Override
    String kind() {
        return "value";
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
