package io.eyewall.toolkit.operator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * Makes one value of two that belong together: the n-th of the first input and the n-th of the
 * second, for each key if there are keys. What has no partner at the end is acked and dropped.
 *
 * @param <L> values of the first input
 * @param <R> values of the second
 * @param <O> what is made
 */
public final class BarrierBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final Second second = new Second();
    private final boolean hasKeys;
    private final Fn.Of2<L, R, O> pair;
    private transient Map<Object, Waiting> waiting;

    /** Of one key: only one of the two has any. */
    private static final class Waiting {
        private final Deque<Tuple> first = new ArrayDeque<>();
        private final Deque<Tuple> second = new ArrayDeque<>();
    }

    /**
     * @param hasKeys whether both inputs are grouped by key
     */
    public BarrierBolt(boolean hasKeys, Fn.Of2<L, R, O> pair) {
        this.hasKeys = hasKeys;
        this.pair = pair;
        this.waiting = new HashMap<>();
    }

    /** Its second input. */
    public Second second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        waiting = new HashMap<>();
    }

    @Override
    protected void onTuple(Tuple tuple) {
        Object key = hasKeys ? Input.key(tuple) : "";
        Waiting of = waiting.computeIfAbsent(key, any -> new Waiting());
        if (second.has(tuple)) {
            of.second.add(tuple);
        } else {
            of.first.add(tuple);
        }
        if (!of.first.isEmpty() && !of.second.isEmpty()) {
            meet(of.first.remove(), of.second.remove());
            if (of.first.isEmpty() && of.second.isEmpty()) {
                waiting.remove(key);
            }
        }
    }

    @SuppressWarnings("unchecked") // the builder connects what fits
    private void meet(Tuple first, Tuple other) {
        emit(List.of(first, other), pair.apply((L) input.value(first), (R) input.value(other)));
        collector().ack(first);
        collector().ack(other);
    }

    @Override
    protected void onFinal() {
        for (Waiting alone : waiting.values()) {
            alone.first.forEach(collector()::ack);
            alone.second.forEach(collector()::ack);
        }
        waiting.clear();
    }
}
