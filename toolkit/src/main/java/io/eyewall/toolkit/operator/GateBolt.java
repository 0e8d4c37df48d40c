package io.eyewall.toolkit.operator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Passes on so many values; the next ones wait until the second input, which says how many were
 * dealt with, lets them go. At the end all go.
 */
public final class GateBolt extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final Second second = new Second();
    private final int limit;
    private transient Deque<Tuple> waiting;
    private transient long under;

    /**
     * @param limit values under way at most; at least 1
     */
    public GateBolt(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("gate of " + limit + ": expected 1 or more");
        }
        this.limit = limit;
        this.waiting = new ArrayDeque<>();
    }

    /** Its second input: numbers. */
    public Second second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        waiting = new ArrayDeque<>();
        under = 0;
    }

    @Override
    protected void onTuple(Tuple tuple) {
        if (second.has(tuple)) {
            under = Math.max(0, under - ((Number) input.value(tuple)).longValue());
            collector().ack(tuple);
        } else {
            waiting.add(tuple);
        }
        pass(limit);
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        emit(tuple, input.value(tuple), made);
    }

    private void pass(long atMost) {
        while (!waiting.isEmpty() && under < atMost) {
            under++;
            deal(waiting.remove());
        }
    }

    @Override
    protected void onFinal() {
        pass(Long.MAX_VALUE);
    }
}
