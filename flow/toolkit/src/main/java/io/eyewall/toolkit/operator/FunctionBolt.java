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
 * #catching}, the value goes to the dead letters as a whole, and nothing made of it is emitted. For
 * that purpose a catching bolt collects all results of a value before it emits the first.
 *
 * <p>Most bolts process one tuple at a time: {@link #deal} does so by {@link #onValue}. Others make
 * values of several tuples: {@link #make}. All methods but {@link #catching} are called by the
 * task's thread.
 */
public abstract class FunctionBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final ThrownHandler thrown = new ThrownHandler();

    /**
     * Sends values at which a function throws to the dead letters; to be called while a topology is
     * built.
     */
    public final void catching() {
        thrown.toDeadLetters();
    }

    /** Returns whether values at which a function throws go to the dead letters. */
    protected final boolean isCatching() {
        return thrown.isCaught();
    }

    /** Prepares the handling of exceptions; overriding methods must call it. */
    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        thrown.prepare(context, collector());
    }

    /**
     * Returns the handler of tuples that the bolt drops; available once the bolt is prepared.
     *
     * @param counter name of the counter
     * @param why reason common to all of them, for log lines
     */
    final DroppedValues leftOut(TopologyContext context, String counter, String why) {
        return new DroppedValues(context, collector(), thrown, counter, why);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        deal(tuple);
    }

    /**
     * Processes a tuple for {@link #deal}. Implementations must change the state of the bolt only
     * when nothing can throw any more, and must not ack.
     *
     * @param made collects results, to be passed to {@link #emit}
     */
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        throw new UnsupportedOperationException("this bolt does not process single tuples");
    }

    /**
     * Processes a tuple by {@link #onValue}, emits the results and acks the tuple. If a function
     * throws, {@link ThrownHandler} handles the exception.
     */
    protected final void deal(Tuple tuple) {
        List<Outputs.Ready> made = thrown.isCaught() ? new ArrayList<>() : null;
        try {
            onValue(tuple, made);
        } catch (RuntimeException e) {
            thrown.handle(e, tuple, collector());
            return;
        }
        if (made != null) {
            made.forEach(value -> value.emit(collector(), List.of(tuple)));
        }
        collector().ack(tuple);
    }

    /** Emits a value made of a tuple, or collects it if {@code made} is not null. */
    protected final void emit(
            Outputs to, Tuple tuple, Object value, @Nullable List<Outputs.Ready> made) {
        if (made == null) {
            to.emit(collector(), tuple, value);
        } else {
            made.add(to.ready(value));
        }
    }

    /** A function that emits values. */
    @FunctionalInterface
    protected interface Maker<O> {
        /** Emits its values, before it returns. */
        void make(EachBolt.Out<O> out);
    }

    /**
     * Emits values made of several tuples. If the maker throws and exceptions are caught, emits a
     * dead letter instead. Acks nothing.
     *
     * @param record supplies what the values are made of, for the dead letter
     */
    protected final <O> void make(
            Outputs to, Collection<Tuple> anchors, Supplier<?> record, Maker<O> maker) {
        if (!thrown.isCaught()) {
            maker.make(value -> to.emit(collector(), anchors, value));
            return;
        }
        List<Outputs.Ready> made = new ArrayList<>();
        if (attempt(anchors, record, () -> maker.make(value -> made.add(to.ready(value))))) {
            made.forEach(value -> value.emit(collector(), anchors));
        }
    }

    /**
     * Runs a function on something made of several tuples. If it throws and exceptions are caught,
     * emits a dead letter. Acks nothing. Storm's {@link FailedException}, which requests the replay
     * of one tuple, is rethrown, as it does not apply to several.
     *
     * @return whether the function returned normally
     */
    protected final boolean attempt(
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
     * Runs a function on a tuple that the bolt is to keep. If it throws and exceptions are caught,
     * the tuple has been failed or sent to the dead letters.
     *
     * @return whether the function returned normally
     */
    protected final boolean attempt(Tuple tuple, Runnable function) {
        if (!thrown.isCaught()) {
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
