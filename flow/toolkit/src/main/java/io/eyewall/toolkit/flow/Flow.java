package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.grouping.SameReplicaGrouping;
import io.eyewall.toolkit.operator.BarrierBolt;
import io.eyewall.toolkit.operator.DeDuplicateBolt;
import io.eyewall.toolkit.operator.DelayBolt;
import io.eyewall.toolkit.operator.DynamicFilterBolt;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.FieldsBolt;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.operator.FoldBolt;
import io.eyewall.toolkit.operator.ForEachBolt;
import io.eyewall.toolkit.operator.FunctionBolt;
import io.eyewall.toolkit.operator.GateBolt;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.operator.OperatorBolt;
import io.eyewall.toolkit.operator.Outputs;
import io.eyewall.toolkit.operator.SecondInput;
import io.eyewall.toolkit.operator.SplitBolt;
import io.eyewall.toolkit.operator.ThrottleBolt;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.IRichBolt;
import org.apache.storm.tuple.Fields;

/**
 * A stream of values, and the settings for the next operator. Each method that takes an id adds a
 * bolt with that id to the topology. Immutable; used by the thread that builds the topology.
 *
 * @param <T> values
 */
public final class Flow<T> {
    private final FlowBuilder builder;
    private final List<OperatorOutput> outputs;
    private final int parallelism;
    private final Partition<T> partition;

    private final RegionPosition regionPosition;

    /** Whether the next operator sends values at which its function throws to the dead letters. */
    private final boolean isCatching;

    /** The position of the next operator relative to a parallel region. */
    private enum RegionPosition {
        /** Outside of any parallel region. */
        OUTSIDE,
        /** The first operator of a region. */
        ENTRY,
        /**
         * A later operator of a region, each task of which continues the work of one task before
         * it.
         */
        INSIDE
    }

    Flow(FlowBuilder builder, List<OperatorOutput> outputs) {
        this(builder, outputs, 1, Partition.evenly(), RegionPosition.OUTSIDE, false);
    }

    private Flow(
            FlowBuilder builder,
            List<OperatorOutput> outputs,
            int parallelism,
            Partition<T> partition,
            RegionPosition regionPosition,
            boolean isCatching) {
        this.builder = builder;
        this.outputs = outputs;
        this.parallelism = parallelism;
        this.partition = partition;
        this.regionPosition = regionPosition;
        this.isCatching = isCatching;
    }

    // ---- settings of the next operator ---------------------------------------------------------

    /** Sets the number of tasks of the next operator. */
    public Flow<T> tasks(int count) {
        return new Flow<>(builder, outputs, count, partition, RegionPosition.OUTSIDE, isCatching);
    }

    /** Sets how the tasks of the next operator share the values. */
    public Flow<T> partition(Partition<T> rule) {
        return new Flow<>(builder, outputs, parallelism, rule, RegionPosition.OUTSIDE, isCatching);
    }

    /**
     * Makes the next operator continue when its function throws: the value goes to the operator's
     * dead letters ({@link FlowBuilder#deadLetters}) as a whole, and no result of it is emitted.
     * The same holds for values for which the key of an output cannot be computed. Without this
     * setting the topology fails.
     *
     * <p>Operators that compute a result from several values send these values as one dead letter:
     * the values of a window, the state of a group in {@code fold}, the two values of a pair. The
     * values stay in the operator and in later windows.
     */
    public Flow<T> catching() {
        return new Flow<>(builder, outputs, parallelism, partition, regionPosition, true);
    }

    /** Returns a flow of the values of this flow and of all others. */
    @SafeVarargs
    public final Flow<T> union(Flow<T>... others) {
        List<OperatorOutput> allOutputs = new ArrayList<>(outputs);
        for (Flow<T> other : others) {
            allOutputs.addAll(other.outputs);
        }
        return new Flow<>(
                builder, allOutputs, parallelism, partition, RegionPosition.OUTSIDE, isCatching);
    }

    /** Returns the flow of the values by key, for windows, sums and joins. */
    public <K> KeyedFlow<K, T> keyBy(Fn.Of<T, K> key) {
        return new KeyedFlow<>(partition(Partition.byKey(key)));
    }

    /**
     * Adds a parallel region: a replicated chain of operators. A value stays in the replica to
     * which it is sent first; operators by key inside the region work on all replicas together.
     *
     * @param replicas number of replicas
     * @param rule how the replicas share the values
     * @param chain adds the operators
     */
    public <O> Flow<O> parallel(int replicas, Partition<T> rule, Function<Flow<T>, Flow<O>> chain) {
        Flow<O> regionEnd =
                chain.apply(
                        new Flow<>(
                                builder,
                                outputs,
                                replicas,
                                rule,
                                RegionPosition.ENTRY,
                                isCatching));
        return new Flow<>(builder, regionEnd.outputs);
    }

    /**
     * Adds a parallel region whose results keep the order of its input. It has an additional task
     * before it, {@code id-number}, which numbers the values, and one behind it, {@code
     * id-in-order}, which puts the results in order.
     *
     * @param id id of the region
     * @param replicas number of replicas
     * @param chain adds the operators
     */
    public <O> Flow<O> parallelInOrder(
            String id, int replicas, Function<OrderedFlow<T>, OrderedFlow<O>> chain) {
        return OrderedFlow.addRegion(this, id, replicas, chain);
    }

    // ---- operators ----------------------------------------------------------------------------

    /** Passes on the values for which a condition holds. */
    public Flow<T> filter(String id, Fn.Is<T> condition) {
        return each(id, EachBolt.filter(condition));
    }

    /** Maps each value to one value. */
    public <O> Flow<O> map(String id, Fn.Of<T, O> function) {
        return each(id, EachBolt.map(function));
    }

    /** Maps each value to any number of values. */
    public <O> Flow<O> flatMap(String id, Fn.Of<T, ? extends Iterable<O>> function) {
        return each(id, EachBolt.flatMap(function));
    }

    /** Applies a step to each value. */
    public <O> Flow<O> each(String id, EachBolt.Step<T, O> step) {
        return operator(id, new EachBolt<>(Input.ofOperator(), step));
    }

    /**
     * Sends each value to one of several flows.
     *
     * @param count number of flows
     * @param choice returns the number of a value's flow, from 0; values with any other number are
     *     dropped
     */
    public List<Flow<T>> split(String id, int count, Fn.ToLong<T> choice) {
        SplitBolt<T> split = new SplitBolt<>(Input.ofOperator(), count, choice);
        connect(id, split);
        List<Flow<T>> flows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            flows.add(flowOf(id, split.output(i)));
        }
        return flows;
    }

    /** Returns windows over all values of each task. */
    public WindowedFlow<Object, T> window(WindowSpec<T> spec) {
        return new WindowedFlow<>(this, null, spec);
    }

    /**
     * Gathers all values of a task until a window marker with their number arrives, or the end; see
     * {@link FoldBolt}.
     *
     * @param acksAtOnce whether tuples are acked as they arrive
     */
    public <A, O> Flow<O> fold(String id, Fold<T, A, O> fold, boolean acksAtOnce) {
        return fold(id, new FoldBolt<>(Input.ofOperator(), false, fold), acksAtOnce);
    }

    <I, A, O> Flow<O> fold(String id, FoldBolt<I, A, O> bolt, boolean acksAtOnce) {
        return operator(id, acksAtOnce ? bolt.ackAtOnce() : bolt);
    }

    /** Passes on at most a number of values per second and task. */
    public Flow<T> throttle(String id, double perSec) {
        return operator(id, new ThrottleBolt<>(Input.<T>ofOperator(), perSec));
    }

    /** Passes values on after a delay. */
    public Flow<T> delay(String id, Duration delay) {
        return operator(id, new DelayBolt<>(Input.<T>ofOperator(), delay));
    }

    /**
     * Drops values whose key was seen recently; values with equal keys go to the same task. A value
     * that fails downstream and is replayed is mistaken for a duplicate and lost: where values may
     * fail, give them an {@linkplain #deDuplicate(String, Fn.Of, Bound, Fn.Of) identity}.
     *
     * @param memory a count of keys for each task, or a time
     */
    public Flow<T> deDuplicate(String id, Fn.Of<T, ?> key, Bound<T> memory) {
        return partition(Partition.byKey(key))
                .operator(id, new DeDuplicateBolt<>(Input.ofOperator(), key, memory, null));
    }

    /**
     * Drops values whose key was seen recently, but passes on replays of values that passed before.
     *
     * @param memory a count of keys for each task, or a time
     * @param identity returns what a value has in common with its replays and not with its
     *     duplicates, such as its position; an object with {@code equals} and {@code hashCode}
     */
    public Flow<T> deDuplicate(String id, Fn.Of<T, ?> key, Bound<T> memory, Fn.Of<T, ?> identity) {
        return partition(Partition.byKey(key))
                .operator(id, new DeDuplicateBolt<>(Input.ofOperator(), key, memory, identity));
    }

    /**
     * Passes on values until {@code limit} of them are outstanding, and more when the other flow
     * reports completed ones by number; see {@link GateBolt}. Has one task.
     */
    public Flow<T> gate(String id, int limit, Flow<? extends Number> completed) {
        GateBolt gate = new GateBolt(limit);
        return tasks(1).operatorWithSecond(id, gate, gate.second(), completed, false);
    }

    /** Passes on values whose key is wanted; the other flow changes the set of wanted keys. */
    public Flow<T> dynamicFilter(
            String id, Fn.Of<T, ?> key, Flow<DynamicFilterBolt.Change> changes) {
        DynamicFilterBolt<T> filter = new DynamicFilterBolt<>(key);
        return operatorWithSecond(id, filter, filter.second(), changes, true);
    }

    /**
     * Combines the n-th value of this flow and the n-th value of the other flow to one value. Has
     * one task.
     */
    public <R, O> Flow<O> barrier(String id, Flow<R> other, Fn.Of2<T, R, O> pair) {
        BarrierBolt<T, R, O> barrier = new BarrierBolt<>(false, pair);
        return tasks(1).operatorWithSecond(id, barrier, barrier.second(), other, false);
    }

    /** Passes each value to a function. */
    public void forEach(String id, Fn.To<T> action) {
        connect(id, new ForEachBolt<>(Input.ofOperator(), action));
    }

    /**
     * Sends the values to a bolt of any kind, which reads them from the field {@code value}.
     *
     * @return the declarer of the bolt, for further settings
     */
    public BoltDeclarer to(String id, IRichBolt bolt) {
        return connect(id, bolt);
    }

    /**
     * Sends the values to a bolt that reads fields by name, such as a sink, by an operator {@code
     * id-fields}.
     *
     * @param values returns the values of the fields for a value, in the order of their names
     * @param fields names of the fields
     * @return the declarer of the bolt, for further settings
     */
    public BoltDeclarer to(
            String id, IRichBolt bolt, Fn.Of<T, ? extends List<?>> values, String... fields) {
        String fieldsId = id + "-fields";
        connect(fieldsId, new FieldsBolt<>(values, List.of(fields)));
        BoltDeclarer declarer = builder.addBolt(id, bolt, 1);
        declarer.localOrShuffleGrouping(fieldsId);
        builder.followMarkers(declarer, fieldsId);
        return declarer;
    }

    // ---- connections of bolts -----------------------------------------------------------------

    /** Adds an operator and returns the flow of its output. */
    <O> Flow<O> operator(String id, OperatorBolt bolt) {
        connect(id, bolt);
        return flowOf(id, bolt.outputs());
    }

    private <O> Flow<O> flowOf(String id, Outputs outputs) {
        boolean isInRegion = regionPosition != RegionPosition.OUTSIDE;
        return new Flow<>(
                builder,
                List.of(new OperatorOutput(id, outputs)),
                isInRegion ? parallelism : 1,
                Partition.evenly(),
                isInRegion ? RegionPosition.INSIDE : RegionPosition.OUTSIDE,
                false);
    }

    /** Makes a bolt catch the exceptions of its functions; throws if it is not an operator. */
    private static void enableCatching(String id, IRichBolt bolt) {
        if (!(bolt instanceof FunctionBolt operator)) {
            throw new IllegalStateException(
                    "catching() before '"
                            + id
                            + "', which is a custom bolt: expected an operator; catch exceptions in"
                            + " the bolt itself");
        }
        operator.catching();
    }

    /**
     * Returns a chain whose first operator is {@linkplain #catching catching} if this flow's next
     * operator is.
     */
    <O> OrderedFlow<O> withCatchingOfFlow(OrderedFlow<O> chain) {
        return isCatching ? chain.catching() : chain;
    }

    /** Adds a bolt that receives the values of this flow. */
    private BoltDeclarer connect(String id, IRichBolt bolt) {
        if (isCatching) {
            enableCatching(id, bolt);
        }
        BoltDeclarer declarer = builder.addBolt(id, bolt, parallelism);
        subscribe(declarer, false);
        return declarer;
    }

    /**
     * Adds an operator with a second input and returns the flow of its output.
     *
     * @param goesToAllTasks whether each task receives all values of the second input
     */
    private <O> Flow<O> operatorWithSecond(
            String id,
            OperatorBolt bolt,
            SecondInput second,
            Flow<?> other,
            boolean goesToAllTasks) {
        BoltDeclarer declarer = connect(id, bolt);
        other.subscribe(declarer, goesToAllTasks);
        other.outputs.forEach(output -> second.add(output.component(), output.subscribePlain()));
        return flowOf(id, bolt.outputs());
    }

    /** Adds an operator with two inputs by key and returns the flow of its output. */
    <O> Flow<O> operatorWithSecondByKey(
            String id, OperatorBolt bolt, SecondInput second, Flow<?> other) {
        BoltDeclarer declarer = connect(id, bolt);
        other.subscribeByKey(declarer)
                .forEach(stream -> second.add(stream.component(), stream.id()));
        return flowOf(id, bolt.outputs());
    }

    private void subscribe(BoltDeclarer declarer, boolean goesToAllTasks) {
        if (partition.key() != null) {
            subscribeByKey(declarer);
            return;
        }
        for (OperatorOutput output : outputs) {
            String stream = output.subscribePlain();
            if (goesToAllTasks) {
                declarer.allGrouping(output.component(), stream);
            } else if (regionPosition == RegionPosition.INSIDE) {
                declarer.customGrouping(output.component(), stream, new SameReplicaGrouping());
            } else if (partition.size() != null) {
                declarer.customGrouping(output.component(), stream, partition.size());
            } else if (regionPosition == RegionPosition.ENTRY) {
                declarer.shuffleGrouping(output.component(), stream);
            } else {
                declarer.localOrShuffleGrouping(output.component(), stream);
            }
            builder.followMarkers(declarer, output.component());
        }
    }

    /** A stream of a component. */
    private record ComponentStream(String component, String id) {}

    /** Subscribes a bolt to the values by key, and returns the streams. */
    private List<ComponentStream> subscribeByKey(BoltDeclarer declarer) {
        Fn.Of<T, ?> key = partition.key();
        if (key == null) {
            throw new IllegalStateException("this flow has no key");
        }
        List<ComponentStream> streams = new ArrayList<>();
        for (OperatorOutput output : outputs) {
            String stream = output.subscribeByKey(key);
            declarer.fieldsGrouping(output.component(), stream, new Fields(Outputs.KEY));
            builder.followMarkers(declarer, output.component());
            streams.add(new ComponentStream(output.component(), stream));
        }
        return streams;
    }
}
