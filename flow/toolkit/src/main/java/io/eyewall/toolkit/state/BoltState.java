package io.eyewall.toolkit.state;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.storm.state.KeyValueState;
import org.jspecify.annotations.Nullable;

/**
 * The state of a stateful bolt, which snapshots save. Used by the task's thread.
 *
 * @param <K> keys
 * @param <V> values
 */
final class BoltState<K, V> implements KeyValueState<K, V> {
    private final MapState<K, V> map;

    BoltState(MapState<K, V> map) {
        this.map = map;
    }

    @Override
    public void put(K key, V value) {
        map.put(key, value);
    }

    @Override
    public @Nullable V get(K key) {
        return map.get(key);
    }

    @Override
    public V get(K key, V defaultValue) {
        V value = map.get(key);
        return value == null ? defaultValue : value;
    }

    @Override
    public @Nullable V delete(K key) {
        V value = map.get(key);
        map.remove(key);
        return value;
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        Map<K, V> copy = new LinkedHashMap<>();
        map.forEach(copy::put);
        return copy.entrySet().iterator();
    }

    @Override
    public void prepareCommit(long txid) {
        // The bolt saves the state.
    }

    @Override
    public void commit(long txid) {
        // The bolt saves the state.
    }

    @Override
    public void commit() {
        // The bolt saves the state.
    }

    @Override
    public void rollback() {
        // The bolt restores the state.
    }
}
