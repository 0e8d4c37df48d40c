package io.eyewall.engine.state;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.state.KeyValueState;
import org.jspecify.annotations.Nullable;

/**
 * A state in memory that behaves as Storm's (Storm: state/InMemoryKeyValueState.java), except in
 * three cases. Storm's checkpoint spout may repeat a call, or make it on a task that has missed the
 * calls before it:
 *
 * <ul>
 *   <li>a repeated commit of the transaction committed last does nothing; Storm's state throws, so
 *       that the spout repeats the commit for ever;
 *   <li>a state that has never seen a transaction accepts a commit: its task was added or restarted
 *       after the other tasks had prepared;
 *   <li>a rollback makes a copy of the committed state; with Storm's state, later changes also
 *       change what the next rollback restores.
 * </ul>
 *
 * <p>Values are not copied. Any thread may call.
 */
final class InMemoryState<K, V> implements KeyValueState<K, V> {
    /** A prepared transaction with its entries. */
    private record Prepared<K, V>(long txid, Map<K, V> entries) {}

    private volatile Map<K, V> current = new ConcurrentHashMap<>();
    private Map<K, V> committed = Map.of();
    private @Nullable Prepared<K, V> prepared;

    /** The transaction committed last; null if there is none. */
    private @Nullable Long committedTxid;

    @Override
    public void put(K key, V value) {
        current.put(key, value);
    }

    // KeyValueState returns null for a missing value.
    @SuppressWarnings("NullAway")
    @Override
    public V get(K key) {
        return current.get(key);
    }

    @Override
    public V get(K key, V defaultValue) {
        return current.getOrDefault(key, defaultValue);
    }

    @SuppressWarnings("NullAway")
    @Override
    public V delete(K key) {
        return current.remove(key);
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return current.entrySet().iterator();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if an earlier transaction is prepared
     */
    @Override
    public synchronized void prepareCommit(long txid) {
        Prepared<K, V> pending = prepared;
        if (pending != null && txid > pending.txid()) {
            throw new IllegalStateException(
                    "can't prepare transaction "
                            + txid
                            + ": transaction "
                            + pending.txid()
                            + " must be committed or rolled back first");
        }
        prepared = new Prepared<>(txid, new ConcurrentHashMap<>(current));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the transaction is neither the prepared one nor the one
     *     committed last
     */
    @Override
    public synchronized void commit(long txid) {
        Prepared<K, V> pending = prepared;
        if (pending != null && pending.txid() == txid) {
            committed = pending.entries();
            prepared = null;
        } else {
            boolean isNew = pending == null && committedTxid == null;
            if (!isNew && !Long.valueOf(txid).equals(committedTxid)) {
                throw new IllegalStateException(
                        "can't commit transaction "
                                + txid
                                + ": prepared is "
                                + (pending == null ? "none" : pending.txid())
                                + ", committed last was "
                                + committedTxid);
            }
        }
        committedTxid = txid;
    }

    @Override
    public synchronized void commit() {
        committed = new ConcurrentHashMap<>(current);
    }

    @Override
    public synchronized void rollback() {
        prepared = null;
        current = new ConcurrentHashMap<>(committed);
    }
}
