package io.eyewall.toolkit.region;

import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.operator.MessageTimeout;
import io.eyewall.toolkit.operator.OperatorBolt;
import io.eyewall.toolkit.operator.Outputs;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.time.ProcessingTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Emits the values of batches in the order of the batches' numbers. A batch waits in {@link
 * OrderRestorer}, which passes it to {@link #process}, and so to {@link #onValue}, when its turn
 * comes. Runs as one task. A number that has not arrived within the message timeout is given up:
 * its tuple has failed, and the replay gets a new number.
 *
 * @param <T> values
 */
public final class InOrderBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Batch<T>> input = Input.ofOperator();
    private transient @Nullable OrderRestorer<Tuple> order;
    private transient long maxWaitMs;

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        maxWaitMs = MessageTimeout.ms(conf);
        order = new OrderRestorer<>(maxWaitMs, this::process);
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        out.put(0, 1, order().saved(this::savedTuple));
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        OrderRestorer<Tuple> restored = new OrderRestorer<>(maxWaitMs, this::process);
        in.forEach(0, (entry, content) -> restored.restore(content, this::restoredTuple));
        order = restored;
    }

    private OrderRestorer<Tuple> order() {
        return Objects.requireNonNull(order, "not prepared");
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        for (T value : input.value(tuple).values()) {
            emit(tuple, value, collected);
        }
    }

    @Override
    protected void onTuple(Tuple tuple) {
        order().add(input.value(tuple).number(), tuple, ProcessingTime.nowMs());
    }

    @Override
    protected void onTick() {
        order().giveUpOverdue(ProcessingTime.nowMs());
    }

    @Override
    protected void onWindow(long number) {
        order().passOnAll();
    }

    @Override
    protected void onFinal() {
        order().passOnAll();
    }
}
