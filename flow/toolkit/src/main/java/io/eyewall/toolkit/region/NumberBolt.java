package io.eyewall.toolkit.region;

import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.operator.OperatorBolt;
import io.eyewall.toolkit.operator.Outputs;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Numbers values in the order of their arrival. Runs as one task.
 *
 * @param <T> values
 */
public final class NumberBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private transient long nextNumber;

    /**
     * Creates a bolt.
     *
     * @param input reads the values
     */
    public NumberBolt(Input<T> input) {
        this.input = input;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        nextNumber = 0;
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        out.put(0, 1, nextNumber);
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        nextNumber = 0;
        in.forEach(0, (entry, content) -> nextNumber = (Long) content[0]);
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        emit(tuple, new Batch<>(nextNumber, List.of(input.value(tuple))), collected);
        nextNumber++;
    }
}
