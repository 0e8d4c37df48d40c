package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A bolt with user functions. If a function throws, the topology fails; or, after {@link
 * #catching}, the value goes to the dead letters as a whole, and no result computed from it is
 * emitted. For that purpose a catching bolt collects all results of a value before it emits the
 * first.
 *
 * <p>Most bolts compute results from one tuple at a time: {@link #process} calls {@link #onValue}.
 * Others compute results from several tuples: {@link #emitResults}. All methods but {@link
 * #catching} are called by the task's thread.
 */
public abstract class FunctionBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final ThrownHandler thrown = new ThrownHandler();

    /**
     * Sends values at which a function throws to the dead letters; to be called while a topology is
     * built.
     */
    public final void catching() {
        thrown.enableCatching();
    }

    /** Returns whether values at which a function throws go to the dead letters. */
    protected final boolean isCatching() {
        return thrown.isCatching();
    }

    /** Prepares the handling of exceptions; overriding methods must call it. */
    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        thrown.prepare(context, collector());
    }

    /**
     * Returns a new handler for tuples that the bolt drops; to be called when the bolt is prepared.
     *
     * @param counter name of the counter of dropped tuples
     * @param why reason for which such tuples are dropped, for log lines
     */
    final DroppedValues newDroppedValues(TopologyContext context, String counter, String why) {
        return new DroppedValues(context, collector(), thrown, counter, why);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        process(tuple);
    }

    /**
     * Processes a tuple for {@link #process}. Implementations must change the state of the bolt
     * only when nothing can throw any more, and must not ack.
     *
     * @param collected the list in which {@link #emit} collects the results; null if it emits them
     *     at once
     */
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        throw new UnsupportedOperationException("this bolt does not process single tuples");
    }

    /**
     * Processes a tuple by {@link #onValue}, emits the results and acks the tuple. If a function
     * throws, {@link ThrownHandler} handles the exception.
     */
    protected final void process(Tuple tuple) {
        List<Outputs.PreparedValue> collected = thrown.isCatching() ? new ArrayList<>() : null;
        try {
            onValue(tuple, collected);
        } catch (RuntimeException e) {
            thrown.handle(e, tuple, collector());
            return;
        }
        if (collected != null) {
            collected.forEach(value -> value.emit(collector(), List.of(tuple)));
        }
        collector().ack(tuple);
    }

    /** Emits a result computed from a tuple, or collects it if {@code collected} is not null. */
    protected final void emit(
            Outputs outputs,
            Tuple tuple,
            Object value,
            @Nullable List<Outputs.PreparedValue> collected) {
        if (collected == null) {
            outputs.emit(collector(), tuple, value);
        } else {
            collected.add(outputs.prepare(value));
        }
    }

    /** A function that emits results. */
    @FunctionalInterface
    protected interface ResultFunction<O> {
        /** Emits the results, before it returns. */
        void apply(EachBolt.Out<O> out);
    }

    /**
     * Emits results computed from several tuples. If the function throws and the bolt is catching,
     * emits a dead letter instead. Acks nothing.
     *
     * @param record supplies the values that the results are computed from, for the dead letter
     */
    protected final <O> void emitResults(
            Outputs outputs,
            Collection<Tuple> anchors,
            Supplier<?> record,
            ResultFunction<O> function) {
        if (!thrown.isCatching()) {
            function.apply(value -> outputs.emit(collector(), anchors, value));
            return;
        }
        List<Outputs.PreparedValue> collected = new ArrayList<>();
        if (runCatching(
                anchors,
                record,
                () -> function.apply(value -> collected.add(outputs.prepare(value))))) {
            collected.forEach(value -> value.emit(collector(), anchors));
        }
    }

    /**
     * Runs a function on the values of several tuples. If it throws and the bolt is catching, emits
     * a dead letter. Acks nothing. Storm's {@link FailedException}, which requests the replay of
     * one tuple, is rethrown, as it does not apply to several.
     *
     * @return whether the function returned normally
     */
    protected final boolean runCatching(
            Collection<Tuple> anchors, Supplier<?> record, Runnable function) {
        try {
            function.run();
            return true;
        } catch (FailedException e) {
            throw e;
        } catch (RuntimeException e) {
            thrown.handle(e, anchors, record);
            return false;
        }
    }

    /**
     * Runs a function on one tuple that is not acked yet. If it throws and the bolt is catching,
     * fails the tuple, or sends it to the dead letters and acks it.
     *
     * @return whether the function returned normally
     */
    protected final boolean runCatching(Tuple tuple, Runnable function) {
        if (!thrown.isCatching()) {
            function.run();
            return true;
        }
        try {
            function.run();
            return true;
        } catch (RuntimeException e) {
            thrown.handle(e, tuple, collector());
            return false;
        }
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        thrown.declare(declarer);
    }
}
