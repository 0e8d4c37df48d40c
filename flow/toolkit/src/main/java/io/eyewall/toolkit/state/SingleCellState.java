package io.eyewall.toolkit.state;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A state with one cell for each key. */
abstract class SingleCellState extends KeyedState {
    private final Map<@Nullable Object, Cell> cells = new HashMap<>();

    SingleCellState(KeyedStates states, String name, long timeToLiveMs) {
        super(states, name, timeToLiveMs);
    }

    SingleCellState(KeyedStates states, String name, SavedForm<Object> form) {
        super(states, name, FOREVER, form);
    }

    /** Returns the cell of the current key; null if it has none. */
    final @Nullable Cell cell() {
        return cells.get(key());
    }

    /** Returns the cell of the current key, which is new and without content if it had none. */
    final Cell cellOrNew() {
        return cells.computeIfAbsent(key(), key -> newCell(null));
    }

    /** Removes what belongs to the current key. */
    public void clear() {
        Cell cell = cells.remove(key());
        if (cell != null) {
            onRemove(cell);
        }
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
