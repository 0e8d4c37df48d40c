package io.eyewall.toolkit.region;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.operator.OperatorBolt;
import io.eyewall.toolkit.operator.Outputs;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Applies a step to the values of a batch and emits the results as a batch with the same number.
 * Every batch is emitted, even if it has become empty, because later batches would wait for a
 * missing number. If the bolt is {@linkplain #catching catching}, a value for which the step throws
 * is left out.
 *
 * @param <I> input values
 * @param <O> output values
 */
public final class BatchBolt<I, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Batch<I>> input = Input.ofOperator();
    private final EachBolt.Step<I, O> step;

    /**
     * Creates a bolt.
     *
     * @param step step to apply to each value
     */
    public BatchBolt(EachBolt.Step<I, O> step) {
        this.step = step;
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        Batch<I> batch = input.value(tuple);
        List<O> results = new ArrayList<>();
        for (I value : batch.values()) {
            List<O> resultsOfValue = new ArrayList<>();
            if (runCatching(
                    List.of(tuple), () -> value, () -> step.apply(value, resultsOfValue::add))) {
                results.addAll(resultsOfValue);
            }
        }
        emit(tuple, new Batch<>(batch.number(), results), collected);
    }
}
