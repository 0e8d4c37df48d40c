package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private transient Set<Object> wantedKeys;

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
        this.wantedKeys = new HashSet<>();
    }

    /** Returns the second input, a stream of {@link Change}s. */
    public SecondInput second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        wantedKeys = new HashSet<>();
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        Object value = input.value(tuple);
        if (second.contains(tuple)) {
            Change change = (Change) value;
            if (change.isWanted()) {
                wantedKeys.add(change.key());
            } else {
                wantedKeys.remove(change.key());
            }
        } else if (wantedKeys.contains(key.apply((T) value))) {
            emit(tuple, value, collected);
        }
    }
}
