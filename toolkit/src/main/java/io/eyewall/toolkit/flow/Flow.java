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
import io.eyewall.toolkit.operator.Second;
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
 * A stream of values, on the way to operators. Each method that takes an id adds a bolt.
 *
 * @param <T> values
 */
public final class Flow<T> {
    private final FlowBuilder builder;
    private final List<End> ends;
    private final int parallelism;
    private final Partition<T> partition;

    private final Place place;

    /** Whether the next operator does without values at which its function throws. */
    private final boolean isCatching;

    /** Where the next operator is. */
    private enum Place {
        /** Not in a parallel region. */
        OUTSIDE,
        /** The first one in a region. */
        ENTRY,
        /** A later one: its tasks go on with what those before have. */
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

    // ---- where and how wide -------------------------------------------------------------------

    /** The next operator has so many tasks. */
    public Flow<T> tasks(int count) {
        return new Flow<>(builder, ends, count, partition, Place.OUTSIDE, isCatching);
    }

    /** The next operator's tasks share values so. */
    public Flow<T> partition(Partition<T> how) {
        return new Flow<>(builder, ends, parallelism, how, Place.OUTSIDE, isCatching);
    }

    /**
     * The next operator goes on without values at which its function throws: they go to its dead
     * letters ({@link FlowBuilder#deadLetters}), whole, with nothing of what was made of them. So
     * do those for which a key of what it makes can't be told. Without this the topology fails.
     *
     * <p>What makes a value of several sends these as one dead letter: the values of a window, what
     * {@code fold} has of a group, two that meet. They stay where they are, in later windows too.
     */
    public Flow<T> catching() {
        return new Flow<>(builder, ends, parallelism, partition, place, true);
    }

    /** With the values of others. */
    @SafeVarargs
    public final Flow<T> union(Flow<T>... others) {
        List<End> all = new ArrayList<>(ends);
        for (Flow<T> other : others) {
            all.addAll(other.ends);
        }
        return new Flow<>(builder, all, parallelism, partition, Place.OUTSIDE, isCatching);
    }

    /** By key: for windows, sums and joins. */
    public <K> KeyedFlow<K, T> keyBy(Fn.Of<T, K> key) {
        return new KeyedFlow<>(partition(Partition.byKey(key)));
    }

    /**
     * A parallel region: a chain of operators, replicated. A value stays in the replica to which it
     * is sent first; operators by key within are for all replicas together.
     *
     * @param replicas how many
     * @param how values are shared among them
     * @param chain adds the operators
     */
    public <O> Flow<O> parallel(int replicas, Partition<T> how, Function<Flow<T>, Flow<O>> chain) {
        Flow<O> end =
                chain.apply(new Flow<>(builder, ends, replicas, how, Place.ENTRY, isCatching));
        return new Flow<>(builder, end.ends);
    }

    /**
     * A parallel region whose results come in the order of what went in. It has a numbering task
     * before and one that orders behind, {@code id-number} and {@code id-in-order}.
     *
     * @param id of the region
     * @param replicas how many
     * @param chain adds the operators
     */
    public <O> Flow<O> parallelInOrder(
            String id, int replicas, Function<OrderedFlow<T>, OrderedFlow<O>> chain) {
        return OrderedFlow.region(this, id, replicas, chain);
    }

    // ---- operators ----------------------------------------------------------------------------

    /** Keeps values that fit. */
    public Flow<T> filter(String id, Fn.Is<T> fits) {
        return each(id, EachBolt.filter(fits));
    }

    /** Makes one value of one. */
    public <O> Flow<O> map(String id, Fn.Of<T, O> function) {
        return each(id, EachBolt.map(function));
    }

    /** Makes any number of values of one. */
    public <O> Flow<O> flatMap(String id, Fn.Of<T, ? extends Iterable<O>> function) {
        return each(id, EachBolt.flatMap(function));
    }

    /** Does a step with each value. */
    public <O> Flow<O> each(String id, EachBolt.Step<T, O> step) {
        return operator(id, new EachBolt<>(Input.ofOperator(), step));
    }

    /**
     * Sends each value to one of several flows.
     *
     * @param choice number of the flow, from 0; any other: the value is dropped
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

    /** Windows over all values of a task. */
    public WindowedFlow<Object, T> window(WindowSpec<T> spec) {
        return new WindowedFlow<>(this, null, spec);
    }

    /**
     * Gathers all values of a task until a window marker with their number comes, or the end.
     *
     * @param acksAtOnce whether values count as done when they are gathered
     */
    public <A, O> Flow<O> fold(String id, Fold<T, A, O> fold, boolean acksAtOnce) {
        return fold(id, new FoldBolt<>(Input.ofOperator(), false, fold), acksAtOnce);
    }

    <I, A, O> Flow<O> fold(String id, FoldBolt<I, A, O> bolt, boolean acksAtOnce) {
        return operator(id, acksAtOnce ? bolt.ackAtOnce() : bolt);
    }

    /** Passes on so many values per second and task at most. */
    public Flow<T> throttle(String id, double perSec) {
        return operator(id, new ThrottleBolt<>(Input.<T>ofOperator(), perSec));
    }

    /** Passes values on after a time. */
    public Flow<T> delay(String id, Duration delay) {
        return operator(id, new DelayBolt<>(Input.<T>ofOperator(), delay));
    }

    /**
     * Drops values whose key was seen lately; those of a key go to the same task. One that fails
     * behind it and comes again is taken for a duplicate, too, and is lost: where something may
     * fail give it an {@linkplain #deDuplicate(String, Fn.Of, Bound, Fn.Of) identity}.
     *
     * @param memory a count of keys for each task, or a time
     */
    public Flow<T> deDuplicate(String id, Fn.Of<T, ?> key, Bound<T> memory) {
        return partition(Partition.byKey(key))
                .operator(id, new DeDuplicateBolt<>(Input.ofOperator(), key, memory, null));
    }

    /**
     * The same, but for what failed behind it, which passes again.
     *
     * @param identity what a value has in common with its replays, and not with its duplicates,
     *     such as its position; with {@code equals} and {@code hashCode}
     */
    public Flow<T> deDuplicate(String id, Fn.Of<T, ?> key, Bound<T> memory, Fn.Of<T, ?> identity) {
        return partition(Partition.byKey(key))
                .operator(id, new DeDuplicateBolt<>(Input.ofOperator(), key, memory, identity));
    }

    /**
     * Passes on so many values; more when the other flow says that so many were dealt with. One
     * task.
     */
    public Flow<T> gate(String id, int limit, Flow<? extends Number> dealtWith) {
        GateBolt gate = new GateBolt(limit);
        return tasks(1).withSecond(id, gate, gate.second(), dealtWith, false);
    }

    /** Keeps values whose key is wanted; the other flow says which are. */
    public Flow<T> dynamicFilter(
            String id, Fn.Of<T, ?> key, Flow<DynamicFilterBolt.Change> changes) {
        DynamicFilterBolt<T> filter = new DynamicFilterBolt<>(key);
        return withSecond(id, filter, filter.second(), changes, true);
    }

    /** Makes values of pairs: the n-th of this flow and the n-th of the other. One task. */
    public <R, O> Flow<O> barrier(String id, Flow<R> other, Fn.Of2<T, R, O> pair) {
        BarrierBolt<T, R, O> barrier = new BarrierBolt<>(false, pair);
        return tasks(1).withSecond(id, barrier, barrier.second(), other, false);
    }

    /** Gives each value to a function. */
    public void forEach(String id, Fn.To<T> action) {
        connect(id, new ForEachBolt<>(Input.ofOperator(), action));
    }

    /**
     * To a bolt of any kind, which finds the value in the field {@code value}.
     *
     * @return for more of its settings
     */
    public BoltDeclarer to(String id, IRichBolt bolt) {
        return connect(id, bolt);
    }

    // ---- how bolts are connected --------------------------------------------------------------

    /** Adds an operator, and goes on with what it emits. */
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
                            + "', a bolt of its own: expected an operator; let the bolt itself deal"
                            + " with what it throws");
        }
        operator.catching();
    }

    /** What this says of the next operator holds for the first of a chain. */
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
            String id, OperatorBolt bolt, Second second, Flow<?> other, boolean toAll) {
        BoltDeclarer declarer = connect(id, bolt);
        other.subscribe(declarer, toAll);
        other.ends.forEach(end -> second.add(end.component(), end.plainStream()));
        return next(id, bolt.outputs());
    }

    /** An operator of two flows by key. */
    <O> Flow<O> withSecondByKey(String id, OperatorBolt bolt, Second second, Flow<?> other) {
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
