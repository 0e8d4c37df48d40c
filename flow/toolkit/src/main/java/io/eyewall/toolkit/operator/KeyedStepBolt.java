package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.state.KeyedStates;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Applies a step with state to each value.
 *
 * @param <K> keys
 * @param <I> input values
 * @param <O> output values
 */
public final class KeyedStepBolt<K, I, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<I> input;
    private final KeyedStep<K, I, O> step;
    private transient KeyedStates states = new KeyedStates("", false);

    /**
     * @param input reads the values
     * @param step step to apply to each value
     */
    public KeyedStepBolt(Input<I> input, KeyedStep<K, I, O> step) {
        this.input = input;
        this.step = step;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        states = KeyedStates.of(context, snapshots() != null);
        step.prepare(states);
        states.seal();
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        states.save(out);
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        states.restore(in);
    }

    @Override
    @SuppressWarnings("unchecked") // the builder connects streams of the right types
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        K key = (K) Input.key(tuple);
        states.setKey(key);
        step.apply(key, input.value(tuple), value -> emit(tuple, value, collected));
    }

    @Override
    protected void onFinal(List<Tuple> markers) {
        emitResults(markers, () -> List.of(), step::end);
    }
}
