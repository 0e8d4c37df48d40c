package io.eyewall.state;

import io.eyewall.state.StateTable.TxIds;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.state.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * A state on disk. Changes are collected in memory, written to disk by {@link #prepareCommit} and
 * made current by {@link #commit(long)}. After a crash in between they are still prepared, and
 * Storm's checkpoint spout decides whether to commit them or roll them back (Storm:
 * spout/CheckPointState.java).
 *
 * <p>Keys and values are serialized when they are put: later changes of an object do not affect the
 * state. {@code get} and the iterator see all changes immediately, committed or not. Any thread may
 * call; an iterator is for one thread and may or may not see changes made while it is in use.
 *
 * <p>Committing a transaction twice has the same effect as once, since the checkpoint spout repeats
 * a commit if it can't know whether the first one succeeded.
 */
final class RocksDbKeyValueState<K, V> implements KeyValueState<K, V> {
    private static final int ITERATOR_CHUNK_ENTRIES = 128;

    private final String namespace;
    private final StateTable table;
    private final Serializer<K> keySerializer;
    private final Serializer<V> valueSerializer;

    /** Changes since the last prepare, by encoded key. */
    private NavigableMap<byte[], byte[]> changed = newChanges();

    /** Changes that are prepared and not yet committed; also on disk. */
    private NavigableMap<byte[], byte[]> prepared;

    private TxIds txIds;

    RocksDbKeyValueState(
            String namespace,
            StateTable table,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer) {
        this.namespace = namespace;
        this.table = table;
        this.keySerializer = keySerializer;
        this.valueSerializer = valueSerializer;
        this.prepared = table.readPrepared();
        this.txIds = table.readTxIds();
    }

    /** Returns an empty map. It is concurrent only so that an iterator tolerates changes. */
    private static NavigableMap<byte[], byte[]> newChanges() {
        return new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
    }

    @Override
    public synchronized void put(K key, V value) {
        changed.put(keySerializer.serialize(key), valueSerializer.serialize(value));
    }

    // KeyValueState returns null for a missing value.
    @SuppressWarnings("NullAway")
    @Override
    public synchronized V get(K key) {
        return find(keySerializer.serialize(key));
    }

    @Override
    public V get(K key, V defaultValue) {
        V value = get(key);
        return value != null ? value : defaultValue;
    }

    @SuppressWarnings("NullAway")
    @Override
    public synchronized V delete(K key) {
        byte[] encoded = keySerializer.serialize(key);
        V previous = find(encoded);
        changed.put(encoded, StateTable.DELETED);
        return previous;
    }

    private @Nullable V find(byte[] key) {
        byte[] value = changed.get(key);
        if (value == null) {
            value = prepared.get(key);
        }
        if (value == null) {
            value = table.getCommitted(key);
        }
        return value == null || value == StateTable.DELETED
                ? null
                : valueSerializer.deserialize(value);
    }

    @Override
    public synchronized Iterator<Map.Entry<K, V>> iterator() {
        return new StateIterator<>(
                changed.entrySet().iterator(),
                prepared.entrySet().iterator(),
                this::committedAfter,
                keySerializer,
                valueSerializer);
    }

    private List<Map.Entry<byte[], byte[]>> committedAfter(byte @Nullable [] key) {
        return table.committedAfter(key, ITERATOR_CHUNK_ENTRIES);
    }

    /**
     * {@inheritDoc}
     *
     * @throws StateException if the transaction is already committed, or another one is prepared
     */
    @Override
    public synchronized void prepareCommit(long txid) {
        if (txid <= txIds.committed()) {
            throw transactionError("prepare", txid, "it is already committed");
        }
        if (txIds.hasPrepared() && txIds.prepared() != txid) {
            throw transactionError(
                    "prepare", txid, "the prepared one must be committed or rolled back first");
        }
        TxIds next = new TxIds(txIds.committed(), txid);
        table.prepare(changed, next);
        NavigableMap<byte[], byte[]> allPrepared = new TreeMap<>(prepared);
        allPrepared.putAll(changed);
        prepared = allPrepared;
        changed = newChanges();
        txIds = next;
    }

    /**
     * {@inheritDoc}
     *
     * @throws StateException if the transaction is neither the prepared one nor the one committed
     *     last
     */
    @Override
    public synchronized void commit(long txid) {
        if (txIds.prepared() != txid) {
            if (txIds.committed() == txid) {
                return;
            }
            // The component joined the topology after the transaction was prepared.
            if (!txIds.equals(TxIds.NONE)) {
                throw transactionError("commit", txid, "it is not prepared");
            }
        }
        TxIds next = new TxIds(txid, StateTable.NO_TXID);
        table.commit(prepared, prepared.keySet(), next);
        clearPrepared(next);
    }

    /** Commits the changes since the last prepare, outside of any transaction. */
    @Override
    public synchronized void commit() {
        table.commit(changed, List.of(), txIds);
        changed = newChanges();
    }

    @Override
    public synchronized void rollback() {
        TxIds next = new TxIds(txIds.committed(), StateTable.NO_TXID);
        // A prepare that threw may have been written nevertheless.
        Set<byte[]> written = table.readPrepared().keySet();
        if (!next.equals(txIds) || !written.isEmpty()) {
            table.commit(Map.of(), written, next);
        }
        clearPrepared(next);
        changed = newChanges();
    }

    private void clearPrepared(TxIds next) {
        prepared = new TreeMap<>(Arrays::compareUnsigned);
        txIds = next;
    }

    private StateException transactionError(String action, long txid, String reason) {
        return new StateException(
                "state '%s': can't %s transaction %d: %s (committed: %s, prepared: %s)"
                        .formatted(
                                namespace,
                                action,
                                txid,
                                reason,
                                display(txIds.committed()),
                                display(txIds.prepared())));
    }

    private static Object display(long txid) {
        return txid == StateTable.NO_TXID ? "none" : (Object) txid;
    }
}
