package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.SavedEntries;
import io.eyewall.toolkit.snapshot.SavedEntry;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Passes on values whose key is wanted. The second input, which goes to all tasks, changes the set
 * of wanted keys.
 *
 * @param <T> values
 */
public final class DynamicFilterBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final SecondInput second = new SecondInput();
    private final Fn.Of<T, ?> key;
    private transient Map<Object, WantedKey> wantedKeys;
    private transient SavedEntries<WantedKey> saved = new SavedEntries<>(0, false);

    /** A key that is wanted. */
    private static final class WantedKey extends SavedEntry {
        private final Object key;

        private WantedKey(Object key) {
            this.key = key;
        }

        @Override
        protected Object[] content() {
            return new Object[] {key};
        }
    }

    /**
     * A change of the wanted keys.
     *
     * @param key key of values
     * @param isWanted whether values with this key are wanted from now on
     */
    public record Change(Object key, boolean isWanted) implements Serializable {}

    /**
     * @param key returns the key of a value
     */
    public DynamicFilterBolt(Fn.Of<T, ?> key) {
        this.key = key;
        this.wantedKeys = new HashMap<>();
    }

    /** Returns the second input, a stream of {@link Change}s. */
    public SecondInput second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        wantedKeys = new HashMap<>();
        saved = new SavedEntries<>(0, snapshots() != null);
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        saved.save(out);
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        wantedKeys.clear();
        saved.restore(
                in,
                content -> {
                    WantedKey wanted = new WantedKey(content[0]);
                    wantedKeys.put(wanted.key, wanted);
                    return wanted;
                });
    }

    private void apply(Change change) {
        WantedKey wanted =
                change.isWanted()
                        ? wantedKeys.computeIfAbsent(change.key(), WantedKey::new)
                        : wantedKeys.remove(change.key());
        if (wanted != null) {
            if (change.isWanted()) {
                saved.onChange(wanted);
            } else {
                saved.onRemove(wanted);
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        Object value = input.value(tuple);
        if (second.contains(tuple)) {
            apply((Change) value);
        } else if (wantedKeys.containsKey(key.apply((T) value))) {
            emit(tuple, value, collected);
        }
    }
}
