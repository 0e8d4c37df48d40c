package io.eyewall.toolkit.state;

import org.jspecify.annotations.Nullable;

/**
 * A state with one value for each key. Used by the task's thread.
 *
 * @param <V> values
 */
public final class ValueState<V> extends SingleCellState {
    ValueState(KeyedStates states, String name, long timeToLiveMs) {
        super(states, name, timeToLiveMs);
    }

    @SuppressWarnings("unchecked") // the form belongs to the values of this state
    ValueState(KeyedStates states, String name, SavedForm<V> form) {
        super(states, name, (SavedForm<Object>) form);
    }

    /** Returns the value of the current key; null if it has none. */
    @SuppressWarnings("unchecked") // what set has put
    public @Nullable V get() {
        Cell cell = cell();
        return cell == null ? null : (V) cell.content;
    }

    /** Returns the value of the current key, or another one if it has none. */
    public V getOrDefault(V other) {
        V value = get();
        return value == null ? other : value;
    }

    /** Sets the value of the current key. A value that is changed must be set again. */
    public void set(V value) {
        Cell cell = cellOrNew();
        cell.content = value;
        onWrite(cell);
    }

    /** Removes the value of the current key. */
    @Override
    public void clear() {
        super.clear();
    }

    @Override
    String kind() {
        return "value";
    }
}
