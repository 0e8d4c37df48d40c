package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.operator.BarrierBolt;
import io.eyewall.toolkit.operator.Either;
import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.operator.FoldBolt;
import io.eyewall.toolkit.operator.Input;
import io.eyewall.toolkit.operator.JoinBolt;
import io.eyewall.toolkit.operator.Keyed;
import io.eyewall.toolkit.operator.KeyedStep;
import io.eyewall.toolkit.operator.KeyedStepBolt;
import io.eyewall.toolkit.operator.RunningBolt;
import io.eyewall.toolkit.operator.SecondInput;
import io.eyewall.toolkit.operator.SessionBolt;
import io.eyewall.toolkit.operator.TableJoinBolt;
import io.eyewall.toolkit.window.WindowSpec;
import java.time.Duration;

/**
 * A stream of values by key: values with equal keys go to the same task. Immutable; used by the
 * thread that builds the topology.
 *
 * @param <K> keys; they need {@code equals} and {@code hashCode}
 * @param <T> values
 */
public final class KeyedFlow<K, T> {
    private final Flow<T> flow;

    KeyedFlow(Flow<T> flow) {
        this.flow = flow;
    }

    /** Sets the number of tasks of the next operator. */
    public KeyedFlow<K, T> tasks(int count) {
        return new KeyedFlow<>(flow.tasks(count));
    }

    /** Returns windows, one for each key. */
    public WindowedFlow<K, T> window(WindowSpec<T> spec) {
        return new WindowedFlow<>(flow, FlowBuilder.keyOfTuple(), spec);
    }

    /**
     * Adds each value to the sum of its key, and emits the key with the sum.
     *
     * @param nothing sum of a new key; immutable and serializable
     * @param add returns a new sum from a sum and a value
     */
    public <A> Flow<Keyed<K, A>> running(String id, A nothing, Fn.Of2<A, T, A> add) {
        return flow.operator(id, new RunningBolt<K, T, A>(nothing, add));
    }

    /** Applies a step with state for each key to each value; see {@link KeyedStep}. */
    public <O> Flow<O> each(String id, KeyedStep<K, T, O> step) {
        return flow.operator(id, new KeyedStepBolt<>(Input.ofOperator(), step));
    }

    /**
     * Applies a step to each value of two flows, which is in an {@link Either}; see {@link #each}.
     */
    public <R, O> Flow<O> eachWith(
            String id, KeyedFlow<K, R> other, KeyedStep<K, Either<T, R>, O> step) {
        SecondInput second = new SecondInput();
        return flow.operatorWithSecondByKey(
                id, new KeyedStepBolt<>(Either.input(second), step), second, other.flow);
    }

    /**
     * Combines pairs of values with the same key: each value is paired with the values of the other
     * flow that are in the other flow's window when the value arrives.
     *
     * @param mine window of the values of this flow with which values of the other flow are paired;
     *     its trigger has no effect
     * @param theirs window of the other flow
     * @param pair returns the value for a pair; null: none
     */
    public <R, O> Flow<O> join(
            String id,
            WindowSpec<T> mine,
            KeyedFlow<K, R> other,
            WindowSpec<R> theirs,
            Fn.Of2<T, R, O> pair) {
        JoinBolt<T, R, O> join = new JoinBolt<>(mine, theirs, pair);
        return flow.operatorWithSecondByKey(id, join, join.second(), other.flow);
    }

    /**
     * Gathers the values of each key until a window marker with their number arrives, or the end;
     * see {@link FoldBolt}.
     *
     * @param acksAtOnce whether tuples are acked as they arrive
     */
    public <A, O> Flow<O> fold(String id, Fold<T, A, O> fold, boolean acksAtOnce) {
        return flow.fold(id, new FoldBolt<>(Input.ofOperator(), true, fold), acksAtOnce);
    }

    /** Gathers the values of two flows, each in an {@link Either}; see {@link #fold}. */
    public <R, A, O> Flow<O> foldWith(
            String id, KeyedFlow<K, R> other, Fold<Either<T, R>, A, O> fold, boolean acksAtOnce) {
        SecondInput second = new SecondInput();
        FoldBolt<Either<T, R>, A, O> bolt = new FoldBolt<>(Either.input(second), true, fold);
        return flow.operatorWithSecondByKey(
                id, acksAtOnce ? bolt.ackAtOnce() : bolt, second, other.flow);
    }

    /** Maps each value to one value, given the interval of its session; see {@link SessionBolt}. */
    public <O> Flow<O> session(
            String id,
            Fn.ToLong<T> time,
            Duration gap,
            SessionBolt.InSession<T, O> function,
            boolean acksAtOnce) {
        return flow.operator(id, new SessionBolt<>(time, gap.toMillis(), function, acksAtOnce));
    }

    /**
     * Joins the values with a table: a flow that ends, and that is read to its end first; see
     * {@link TableJoinBolt}.
     */
    public <R, O> Flow<O> joinTable(
            String id, KeyedFlow<K, R> table, TableJoinBolt.Meeting<T, R, O> meeting) {
        TableJoinBolt<T, R, O> join = new TableJoinBolt<>(meeting);
        return flow.operatorWithSecondByKey(id, join, join.second(), table.flow);
    }

    /**
     * Combines, for each key, the n-th value of this flow and the n-th value of the other flow to
     * one value.
     */
    public <R, O> Flow<O> barrier(String id, KeyedFlow<K, R> other, Fn.Of2<T, R, O> pair) {
        BarrierBolt<T, R, O> barrier = new BarrierBolt<>(true, pair);
        return flow.operatorWithSecondByKey(id, barrier, barrier.second(), other.flow);
    }
}
