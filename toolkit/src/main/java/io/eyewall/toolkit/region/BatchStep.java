package io.eyewall.toolkit.region;

import io.eyewall.toolkit.operator.EachBolt;
import java.util.ArrayList;
import java.util.List;

/**
 * A step on the values of a batch, which keeps its number.
 *
 * @param step what is done to each value
 */
public record BatchStep<I, O>(EachBolt.Step<I, O> step)
        implements EachBolt.Step<Batch<I>, Batch<O>> {
    @Override
    public void apply(Batch<I> batch, EachBolt.Out<Batch<O>> out) {
        List<O> made = new ArrayList<>();
        for (I value : batch.values()) {
            step.apply(value, made::add);
        }
        out.accept(new Batch<>(batch.number(), made));
    }
}
