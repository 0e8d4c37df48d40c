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
 * Does a step with the values of a batch, which keeps its number: without one, all behind it would
 * wait. So a value at which the step throws, if that is caught, leaves its batch.
 *
 * @param <I> what comes
 * @param <O> what goes
 */
public final class BatchBolt<I, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Batch<I>> input = Input.ofOperator();
    private final EachBolt.Step<I, O> step;

    /**
     * @param step what is done to each value
     */
    public BatchBolt(EachBolt.Step<I, O> step) {
        this.step = step;
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        Batch<I> batch = input.value(tuple);
        List<O> all = new ArrayList<>();
        for (I value : batch.values()) {
            List<O> ofValue = new ArrayList<>();
            if (attempt(List.of(tuple), () -> value, () -> step.apply(value, ofValue::add))) {
                all.addAll(ofValue);
            }
        }
        emit(tuple, new Batch<>(batch.number(), all), made);
    }
}
