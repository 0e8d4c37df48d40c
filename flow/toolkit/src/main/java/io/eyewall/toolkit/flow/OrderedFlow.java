package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.region.Batch;
import io.eyewall.toolkit.region.BatchBolt;
import io.eyewall.toolkit.region.InOrderBolt;
import io.eyewall.toolkit.region.NumberBolt;
import java.util.function.Function;

/**
 * A stream within a parallel region that keeps the order of its input. The output of each operator
 * depends on one input value alone. Immutable; used by the thread that builds the topology.
 *
 * @param <T> values
 */
public final class OrderedFlow<T> {
    private final Flow<Batch<T>> batches;

    private OrderedFlow(Flow<Batch<T>> batches) {
        this.batches = batches;
    }

    /** Adds a parallel region; see {@link Flow#parallelInOrder}. */
    static <T, O> Flow<O> addRegion(
            Flow<T> input,
            String id,
            int replicas,
            Function<OrderedFlow<T>, OrderedFlow<O>> chain) {
        Flow<Batch<T>> numbered =
                input.tasks(1).operator(id + "-number", new NumberBolt<T>(Input.ofOperator()));
        Flow<Batch<O>> results =
                numbered.parallel(
                        replicas,
                        Partition.evenly(),
                        flow ->
                                chain.apply(input.withCatchingOfFlow(new OrderedFlow<>(flow)))
                                        .batches);
        return results.operator(id + "-in-order", new InOrderBolt<O>());
    }

    /** Makes the next operator continue when its function throws; see {@link Flow#catching}. */
    public OrderedFlow<T> catching() {
        return new OrderedFlow<>(batches.catching());
    }

    /** Passes on the values for which a condition holds. */
    public OrderedFlow<T> filter(String id, Fn.Is<T> condition) {
        return each(id, EachBolt.filter(condition));
    }

    /** Maps each value to one value. */
    public <O> OrderedFlow<O> map(String id, Fn.Of<T, O> function) {
        return each(id, EachBolt.map(function));
    }

    /** Maps each value to any number of values. */
    public <O> OrderedFlow<O> flatMap(String id, Fn.Of<T, ? extends Iterable<O>> function) {
        return each(id, EachBolt.flatMap(function));
    }

    /** Applies a step to each value. */
    public <O> OrderedFlow<O> each(String id, EachBolt.Step<T, O> step) {
        return new OrderedFlow<>(batches.operator(id, new BatchBolt<>(step)));
    }
}
