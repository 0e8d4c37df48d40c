package io.eyewall.state;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.state.BaseBinaryStateIterator;
import org.apache.storm.state.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the entries of a state, changed entries first. It reads committed entries in
 * chunks, so that an iterator that is abandoned holds no resources of the database.
 */
final class StateIterator<K, V> extends BaseBinaryStateIterator<K, V> {
    private final Function<byte @Nullable [], List<Map.Entry<byte[], byte[]>>> committedAfter;
    private final Serializer<K> keySerializer;
    private final Serializer<V> valueSerializer;
    private byte @Nullable [] lastKey;
    private boolean ended;

    /**
     * Creates an iterator.
     *
     * @param committedAfter returns the committed entries after an encoded key, or the first
     *     entries for null; returns no entries at the end
     */
    StateIterator(
            Iterator<Map.Entry<byte[], byte[]>> changed,
            Iterator<Map.Entry<byte[], byte[]>> prepared,
            Function<byte @Nullable [], List<Map.Entry<byte[], byte[]>>> committedAfter,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer) {
        super(changed, prepared);
        this.committedAfter = committedAfter;
        this.keySerializer = keySerializer;
        this.valueSerializer = valueSerializer;
    }

    @Override
    protected Iterator<Map.Entry<byte[], byte[]>> loadChunkFromStateStorage() {
        List<Map.Entry<byte[], byte[]>> chunk = committedAfter.apply(lastKey);
        if (chunk.isEmpty()) {
            ended = true;
        } else {
            lastKey = chunk.get(chunk.size() - 1).getKey();
        }
        return chunk.iterator();
    }

    @Override
    protected boolean isEndOfDataFromStorage() {
        return ended;
    }

    @Override
    protected K decodeKey(byte[] key) {
        return keySerializer.deserialize(key);
    }

    @Override
    protected V decodeValue(byte[] value) {
        return valueSerializer.deserialize(value);
    }

    @Override
    protected boolean isTombstoneValue(byte[] value) {
        return value == StateTable.DELETED;
    }
}
