package io.eyewall.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The stored form of one state (one namespace): its committed entries, the changes of a prepared
 * transaction, and the ids of both. Not synchronized: the {@link RocksDbKeyValueState} that uses it
 * is.
 *
 * <pre>
 * key    length of namespace (2 bytes, big-endian), namespace (UTF-8), kind (1 byte), rest
 * kind   'c'  committed   rest: the encoded key   value: the encoded value
 *        'p'  prepared    rest: the encoded key   value: 1 then the encoded value, or 0: deleted
 *        't'  ids         rest: none              value: committed, prepared (8 bytes each)
 * </pre>
 */
final class StateTable {
    /** The value of a deleted key in a map of changes. Compared by identity. */
    static final byte[] DELETED = new byte[0];

    /** The id that stands for no transaction; Storm never uses it. */
    static final long NO_TXID = Long.MIN_VALUE;

    private static final byte COMMITTED = 'c';
    private static final byte PREPARED = 'p';
    private static final byte IDS = 't';

    private final TopologyStore store;
    private final boolean sync;
    private final byte[] prefix;

    StateTable(TopologyStore store, String namespace, boolean sync) {
        byte[] name = namespace.getBytes(StandardCharsets.UTF_8);
        if (name.length > 0xffff) {
            throw new StateException(
                    "namespace '"
                            + namespace
                            + "' is longer than 65535 bytes; shorten the id of"
                            + " the component");
        }
        this.store = store;
        this.sync = sync;
        this.prefix =
                ByteBuffer.allocate(2 + name.length)
                        .putShort((short) name.length)
                        .put(name)
                        .array();
    }

    /** The ids of the transaction committed last and of the prepared one. */
    record TxIds(long committed, long prepared) {
        static final TxIds NONE = new TxIds(NO_TXID, NO_TXID);

        boolean hasPrepared() {
            return prepared != NO_TXID;
        }
    }

    TxIds readTxIds() {
        byte[] value = store.database().get(databaseKey(IDS, new byte[0]));
        if (value == null) {
            return TxIds.NONE;
        }
        ByteBuffer ids = ByteBuffer.wrap(value);
        return new TxIds(ids.getLong(), ids.getLong());
    }

    /**
     * Returns the changes of the prepared transaction, by encoded key; {@link #DELETED} for
     * deletions.
     */
    NavigableMap<byte[], byte[]> readPrepared() {
        NavigableMap<byte[], byte[]> changes = new TreeMap<>(Arrays::compareUnsigned);
        byte[] from = databaseKey(PREPARED, new byte[0]);
        byte[] end = databaseKey((byte) (PREPARED + 1), new byte[0]);
        store.database()
                .scan(from, end, Integer.MAX_VALUE)
                .forEach(
                        entry ->
                                changes.put(
                                        encodedKey(entry.getKey()),
                                        decodeChange(entry.getValue())));
        return changes;
    }

    private static byte[] decodeChange(byte[] stored) {
        return stored[0] == 0 ? DELETED : Arrays.copyOfRange(stored, 1, stored.length);
    }

    private static byte[] encodeChange(byte[] change) {
        if (change == DELETED) {
            return new byte[] {0};
        }
        return ByteBuffer.allocate(1 + change.length).put((byte) 1).put(change).array();
    }

    /** Returns the committed value of an encoded key, or null. */
    byte @Nullable [] getCommitted(byte[] key) {
        return store.database().get(databaseKey(COMMITTED, key));
    }

    /**
     * Returns committed entries in the order of their encoded keys.
     *
     * @param after the encoded key after which to start, or null to start at the first key
     * @param limit maximum number of entries
     */
    List<Map.Entry<byte[], byte[]>> committedAfter(byte @Nullable [] after, int limit) {
        byte[] from =
                after == null
                        ? databaseKey(COMMITTED, new byte[0])
                        // The next key in the order is the same key followed by a zero.
                        : databaseKey(COMMITTED, Arrays.copyOf(after, after.length + 1));
        byte[] end = databaseKey((byte) (COMMITTED + 1), new byte[0]);
        List<Map.Entry<byte[], byte[]>> entries = new ArrayList<>();
        store.database()
                .scan(from, end, limit)
                .forEach(
                        entry ->
                                entries.add(
                                        Map.entry(encodedKey(entry.getKey()), entry.getValue())));
        return entries;
    }

    /** Writes changes under a transaction's id, in addition to those already prepared. */
    void prepare(Map<byte[], byte[]> changes, TxIds ids) {
        write(
                batch -> {
                    for (Map.Entry<byte[], byte[]> entry : changes.entrySet()) {
                        batch.put(
                                databaseKey(PREPARED, entry.getKey()),
                                encodeChange(entry.getValue()));
                    }
                    putIds(batch, ids);
                });
    }

    /** Makes changes committed and deletes the prepared ones, atomically. */
    void commit(Map<byte[], byte[]> changes, Iterable<byte[]> preparedKeys, TxIds ids) {
        write(
                batch -> {
                    for (Map.Entry<byte[], byte[]> entry : changes.entrySet()) {
                        byte[] key = databaseKey(COMMITTED, entry.getKey());
                        if (entry.getValue() == DELETED) {
                            batch.delete(key);
                        } else {
                            batch.put(key, entry.getValue());
                        }
                    }
                    for (byte[] key : preparedKeys) {
                        batch.delete(databaseKey(PREPARED, key));
                    }
                    putIds(batch, ids);
                });
    }

    private void putIds(WriteBatch batch, TxIds ids) throws RocksDBException {
        ByteBuffer value = ByteBuffer.allocate(2 * Long.BYTES);
        value.putLong(ids.committed()).putLong(ids.prepared());
        batch.put(databaseKey(IDS, new byte[0]), value.array());
    }

    private interface BatchFiller {
        void fill(WriteBatch batch) throws RocksDBException;
    }

    private void write(BatchFiller filler) {
        try (WriteBatch batch = new WriteBatch()) {
            filler.fill(batch);
            store.database().write(batch, sync);
        } catch (RocksDBException e) {
            throw new StateException("can't add changes to a batch: " + e.getMessage(), e);
        }
    }

    private byte[] databaseKey(byte kind, byte[] encodedKey) {
        ByteBuffer key = ByteBuffer.allocate(prefix.length + 1 + encodedKey.length);
        return key.put(prefix).put(kind).put(encodedKey).array();
    }

    private byte[] encodedKey(byte[] key) {
        return Arrays.copyOfRange(key, prefix.length + 1, key.length);
    }
}
