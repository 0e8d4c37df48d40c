package io.eyewall.toolkit.state;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A state with a map for each key, whose entries are in the order in which they were first put.
 * Each entry is saved by itself. Used by the task's thread.
 *
 * @param <M> keys of the map; they need {@code equals} and {@code hashCode}
 * @param <V> values
 */
public final class MapState<M, V> extends KeyedState {
    private final Map<@Nullable Object, Map<@Nullable Object, Cell>> maps = new HashMap<>();

    MapState(KeyedStates states, String name, long timeToLiveMs) {
        super(states, name, timeToLiveMs);
    }

    private Map<@Nullable Object, Cell> map() {
        Map<@Nullable Object, Cell> map = maps.get(key());
        return map == null ? Map.of() : map;
    }

    /** Returns a value of the current key's map; null if it has none for this key of the map. */
    public @Nullable V get(M mapKey) {
        Cell cell = map().get(mapKey);
        return cell == null ? null : valueOf(cell);
    }

    /** Puts a value into the current key's map. A value that is changed must be put again. */
    public void put(M mapKey, V value) {
        Map<@Nullable Object, Cell> map = maps.computeIfAbsent(key(), any -> new LinkedHashMap<>());
        Cell cell = map.computeIfAbsent(mapKey, any -> newCell(mapKey));
        cell.content = value;
        onWrite(cell);
    }

    /** Removes an entry of the current key's map. */
    public void remove(M mapKey) {
        Cell cell = map().get(mapKey);
        if (cell != null) {
            drop(cell);
            onRemove(cell);
        }
    }

    /** Returns the number of entries of the current key's map. */
    public int size() {
        return map().size();
    }

    /** Passes on the entries of the current key's map, which the action must not change. */
    @SuppressWarnings("unchecked") // what put has put
    public void forEach(BiConsumer<? super M, ? super V> action) {
        map().forEach((mapKey, cell) -> action.accept((M) mapKey, valueOf(cell)));
    }

    /** Removes all entries of the current key's map. */
    public void clear() {
        map().values().forEach(this::onRemove);
        maps.remove(key());
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // what put has put
    private V valueOf(Cell cell) {
        return (V) cell.content;
    }

    @Override
    String kind() {
        return "map";
    }

    @Override
    void add(Cell cell) {
        maps.computeIfAbsent(cell.key, any -> new LinkedHashMap<>()).put(cell.mapKey, cell);
    }

    @Override
    void drop(Cell cell) {
        Map<@Nullable Object, Cell> map = maps.get(cell.key);
        if (map != null) {
            map.remove(cell.mapKey);
            if (map.isEmpty()) {
                maps.remove(cell.key);
            }
        }
    }

    @Override
    void dropAll() {
        maps.clear();
    }
}
