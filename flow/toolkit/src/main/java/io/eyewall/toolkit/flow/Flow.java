package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.grouping.SameReplicaGrouping;
import io.eyewall.toolkit.operator.BarrierBolt;
import io.eyewall.toolkit.operator.DeDuplicateBolt;
import io.eyewall.toolkit.operator.DelayBolt;
import io.eyewall.toolkit.operator.DynamicFilterBolt;
import io.eyewall.toolkit.operator.EachBolt;
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
    private final List<End> ends;
    private final int parallelism;
    private final Partition<T> partition;

    private final Place place;

    /** Whether the next operator sends values at which its function throws to the dead letters. */
    private final boolean isCatching;

    /** The position of the next operator relative to a parallel region. */
    private enum Place {
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

    Flow(FlowBuilder builder, List<End> ends) {
        this(builder, ends, 1, Partition.evenly(), Place.OUTSIDE, false);
    }

    private Flow(
            FlowBuilder builder,
            List<End> ends,
            int parallelism,
            Partition<T> partition,
            Place place,
            boolean isCatching) {
        this.builder = builder;
        this.ends = ends;
        this.parallelism = parallelism;
        this.partition = partition;
        this.place = place;
        this.isCatching = isCatching;
    }

    // ---- settings of the next operator ---------------------------------------------------------

    /** Sets the number of tasks of the next operator. */
    public Flow<T> tasks(int count) {
        return new Flow<>(builder, ends, count, partition, Place.OUTSIDE, isCatching);
    }

    /** Sets how the tasks of the next operator share the values. */
    public Flow<T> partition(Partition<T> how) {
        return new Flow<>(builder, ends, parallelism, how, Place.OUTSIDE, isCatching);
    }

    /**
     * Makes the next operator continue when its function throws: the value goes to the operator's
     * dead letters ({@link FlowBuilder#deadLetters}) as a whole, and nothing made of it is emitted.
     * The same holds for values for which the key of an output cannot be computed. Without this
     * setting the topology fails.
     *
     * <p>Operators that make a value of several values send these as one dead letter: the values of
     * a window, the state of a group in {@code fold}, the two values of a pair. The values stay in
     * the operator and in later windows.
     */
    public Flow<T> catching() {
        return new Flow<>(builder, ends, parallelism, partition, place, true);
    }

    /** Returns a flow of the values of this flow and of all others. */
    @SafeVarargs
    public final Flow<T> union(Flow<T>... others) {
        List<End> all = new ArrayList<>(ends);
        for (Flow<T> other : others) {
            all.addAll(other.ends);
        }
        return new Flow<>(builder, all, parallelism, partition, Place.OUTSIDE, isCatching);
    }

    /** Returns the values by key, for windows, sums and joins. */
    public <K> KeyedFlow<K, T> keyBy(Fn.Of<T, K> key) {
        return new KeyedFlow<>(partition(Partition.byKey(key)));
    }

    /**
     * Adds a parallel region: a replicated chain of operators. A value stays in the replica to
     * which it is sent first; operators by key inside the region work on all replicas together.
     *
     * @param replicas number of replicas
     * @param how how the replicas share the values
     * @param chain adds the operators
     */
    public <O> Flow<O> parallel(int replicas, Partition<T> how, Function<Flow<T>, Flow<O>> chain) {
        Flow<O> end =
                chain.apply(new Flow<>(builder, ends, replicas, how, Place.ENTRY, isCatching));
        return new Flow<>(builder, end.ends);
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
        return OrderedFlow.region(this, id, replicas, chain);
    }

    // ---- operators ----------------------------------------------------------------------------

    /** Passes on values that fit. */
    public Flow<T> filter(String id, Fn.Is<T> fits) {
        return each(id, EachBolt.filter(fits));
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
            flows.add(next(id, split.output(i)));
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
        return tasks(1).withSecond(id, gate, gate.second(), completed, false);
    }

    /** Passes on values whose key is wanted; the other flow changes the set of wanted keys. */
    public Flow<T> dynamicFilter(
            String id, Fn.Of<T, ?> key, Flow<DynamicFilterBolt.Change> changes) {
        DynamicFilterBolt<T> filter = new DynamicFilterBolt<>(key);
        return withSecond(id, filter, filter.second(), changes, true);
    }

    /**
     * Makes values of pairs: the n-th value of this flow and the n-th of the other. Has one task.
     */
    public <R, O> Flow<O> barrier(String id, Flow<R> other, Fn.Of2<T, R, O> pair) {
        BarrierBolt<T, R, O> barrier = new BarrierBolt<>(false, pair);
        return tasks(1).withSecond(id, barrier, barrier.second(), other, false);
    }

    /** Passes each value to a function. */
    public void forEach(String id, Fn.To<T> action) {
        connect(id, new ForEachBolt<>(Input.ofOperator(), action));
    }

    /**
     * Sends the values to a bolt of any kind, which reads them from the field {@code value}.
     *
     * @return declarer for further settings of the bolt
     */
    public BoltDeclarer to(String id, IRichBolt bolt) {
        return connect(id, bolt);
    }

    // ---- connections of bolts -----------------------------------------------------------------

    /** Adds an operator and returns the flow of its output. */
    <O> Flow<O> operator(String id, OperatorBolt bolt) {
        connect(id, bolt);
        return next(id, bolt.outputs());
    }

    private <O> Flow<O> next(String id, Outputs outputs) {
        boolean stays = place != Place.OUTSIDE;
        return new Flow<>(
                builder,
                List.of(new End(id, outputs)),
                stays ? parallelism : 1,
                Partition.evenly(),
                stays ? Place.INSIDE : Place.OUTSIDE,
                false);
    }

    private static void catchIn(String id, IRichBolt bolt) {
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
     * Returns the chain with this flow's setting for the next operator, which applies to the
     * chain's first operator.
     */
    <O> OrderedFlow<O> first(OrderedFlow<O> chain) {
        return isCatching ? chain.catching() : chain;
    }

    private BoltDeclarer connect(String id, IRichBolt bolt) {
        if (isCatching) {
            catchIn(id, bolt);
        }
        BoltDeclarer declarer = builder.bolt(id, bolt, parallelism);
        subscribe(declarer, false);
        return declarer;
    }

    private <O> Flow<O> withSecond(
            String id, OperatorBolt bolt, SecondInput second, Flow<?> other, boolean toAll) {
        BoltDeclarer declarer = connect(id, bolt);
        other.subscribe(declarer, toAll);
        other.ends.forEach(end -> second.add(end.component(), end.plainStream()));
        return next(id, bolt.outputs());
    }

    /** Adds an operator with two inputs by key. */
    <O> Flow<O> withSecondByKey(String id, OperatorBolt bolt, SecondInput second, Flow<?> other) {
        BoltDeclarer declarer = connect(id, bolt);
        other.subscribeByKey(declarer)
                .forEach(stream -> second.add(stream.component(), stream.id()));
        return next(id, bolt.outputs());
    }

    private void subscribe(BoltDeclarer declarer, boolean toAll) {
        if (partition.key() != null) {
            subscribeByKey(declarer);
            return;
        }
        for (End end : ends) {
            String stream = end.plainStream();
            if (toAll) {
                declarer.allGrouping(end.component(), stream);
            } else if (place == Place.INSIDE) {
                declarer.customGrouping(end.component(), stream, new SameReplicaGrouping());
            } else if (partition.size() != null) {
                declarer.customGrouping(end.component(), stream, partition.size());
            } else if (place == Place.ENTRY) {
                declarer.shuffleGrouping(end.component(), stream);
            } else {
                declarer.localOrShuffleGrouping(end.component(), stream);
            }
            builder.follow(declarer, end.component());
        }
    }

    /** A stream of a component. */
    private record StreamOf(String component, String id) {}

    private List<StreamOf> subscribeByKey(BoltDeclarer declarer) {
        Fn.Of<T, ?> key = partition.key();
        if (key == null) {
            throw new IllegalStateException("this flow has no key");
        }
        List<StreamOf> streams = new ArrayList<>();
        for (End end : ends) {
            String stream = end.keyedStream(key);
            declarer.fieldsGrouping(end.component(), stream, new Fields(Outputs.KEY));
            builder.follow(declarer, end.component());
            streams.add(new StreamOf(end.component(), stream));
        }
        return streams;
    }
}
