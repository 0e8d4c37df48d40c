package io.eyewall.toolkit.operator;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Adds each value to the sum of its key, and emits the key with the sum. Sums are kept in memory: a
 * task that is started again begins with empty sums.
 *
 * @param <K> keys
 * @param <I> values
 * @param <A> sums
 */
public final class RunningBolt<K, I, A> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<I> input = Input.ofOperator();
    private final A nothing;
    private final Fn.Of2<A, I, A> add;
    private transient Map<K, A> sums;

    /**
     * @param nothing sum of a new key; immutable and serializable
     * @param add returns a new sum from a sum and a value
     */
    public RunningBolt(A nothing, Fn.Of2<A, I, A> add) {
        this.nothing = nothing;
        this.add = add;
        this.sums = new HashMap<>();
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        sums = new HashMap<>();
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        K key = (K) Input.key(tuple);
        A sum = add.apply(sums.getOrDefault(key, nothing), input.value(tuple));
        emit(tuple, new Keyed<>(key, sum), collected);
        sums.put(key, sum);
    }
}
