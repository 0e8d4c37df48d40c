package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.operator.Aggregates;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.operator.Keyed;
import io.eyewall.toolkit.operator.WindowBolt;
import io.eyewall.toolkit.window.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A stream in windows. Immutable once it is returned; used by the thread that builds the topology.
 *
 * @param <K> keys
 * @param <T> values
 */
public final class WindowedFlow<K, T> {
    private final Flow<T> flow;
    private final Fn.@Nullable Of<Tuple, K> key;
    private final WindowSpec<T> spec;
    private boolean acksAtOnce;

    WindowedFlow(Flow<T> flow, Fn.@Nullable Of<Tuple, K> key, WindowSpec<T> spec) {
        this.flow = flow;
        this.key = key;
        this.spec = spec;
    }

    /**
     * Makes the operator ack tuples as they arrive instead of when they leave their last window.
     * Windows are then lost with their task, but do not block a spout with a limit of pending
     * messages.
     */
    public WindowedFlow<K, T> ackAtOnce() {
        WindowedFlow<K, T> copy = new WindowedFlow<>(flow, key, spec);
        copy.acksAtOnce = true;
        return copy;
    }

    /** Maps each window to one value, with the window's key. */
    public <O> Flow<Keyed<K, O>> aggregate(String id, Aggregates.Aggregate<T, O> aggregate) {
        return evaluate(
                id, (key, values, out) -> out.accept(new Keyed<>(key, aggregate.apply(values))));
    }

    /** Emits the values of each window sorted; among equal values the older comes first. */
    public Flow<T> sort(String id, Aggregates.Order<T> order) {
        return evaluate(
                id,
                (key, values, out) -> {
                    List<T> sorted = new ArrayList<>(values);
                    sorted.sort(order);
                    sorted.forEach(out::accept);
                });
    }

    /** Evaluates each window by a function that emits any number of values. */
    public <O> Flow<O> evaluate(String id, WindowBolt.Evaluator<K, T, O> evaluator) {
        WindowBolt<K, T, O> bolt = new WindowBolt<>(Input.ofOperator(), key, spec, evaluator);
        return flow.operator(id, acksAtOnce ? bolt.ackAtOnce() : bolt);
    }
}
