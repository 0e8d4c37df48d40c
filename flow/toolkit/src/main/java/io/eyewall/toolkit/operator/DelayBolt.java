package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Passes values on after a delay. It checks for due values when tuples arrive and at ticks, once
 * per second, so a value that no tuple follows is passed on up to a second late. At the end of the
 * stream all values are passed on at once.
 *
 * @param <T> values
 */
public final class DelayBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final long delayMs;
    private transient Deque<Delayed> waiting;

    /** A tuple and the time at which it is passed on. */
    private record Delayed(Tuple tuple, long dueMs) {}

    /**
     * @param input reads the values
     * @param delay delay of at least 1 ms, and shorter than the message timeout
     */
    public DelayBolt(Input<T> input, Duration delay) {
        delayMs = delay.toMillis();
        if (delayMs < 1) {
            throw new IllegalArgumentException("delay of " + delay + ": expected 1 ms or more");
        }
        this.input = input;
        this.waiting = new ArrayDeque<>();
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        waiting = new ArrayDeque<>();
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        out.put(
                0,
                1,
                waiting.stream()
                        .map(each -> new Object[] {savedTuple(each.tuple()), each.dueMs()})
                        .toArray());
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        waiting.clear();
        in.forEach(
                0,
                (entry, content) -> {
                    for (Object each : content) {
                        Object[] delayed = (Object[]) each;
                        waiting.add(new Delayed(restoredTuple(delayed[0]), (Long) delayed[1]));
                    }
                });
    }

    @Override
    protected void onTuple(Tuple tuple) {
        waiting.add(new Delayed(tuple, ProcessingTime.nowMs() + delayMs));
        onTick();
    }

    @Override
    protected void onTick() {
        emitDue(ProcessingTime.nowMs());
    }

    /** Passes on all tuples, whether they are due or not, because they precede the marker. */
    @Override
    protected void onWindow(long number) {
        emitDue(Long.MAX_VALUE);
    }

    @Override
    protected void onFinal() {
        emitDue(Long.MAX_VALUE);
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        emit(tuple, input.value(tuple), collected);
    }

    private void emitDue(long untilMs) {
        while (!waiting.isEmpty() && waiting.element().dueMs() <= untilMs) {
            process(waiting.remove().tuple());
        }
    }
}
