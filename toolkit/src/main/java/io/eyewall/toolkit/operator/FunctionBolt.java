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
 * A bolt with functions of its user, and what becomes of values at which they throw: the topology
 * fails, or behind {@link #catching} they go to the dead letters, whole, with nothing of what was
 * made of them. To that end what is made is gathered there before the first of it is emitted.
 *
 * <p>Most bolts deal with one tuple at a time: {@link #deal} does so by {@link #onValue}. Others
 * make values of several: {@link #make}.
 */
public abstract class FunctionBolt extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final Thrown thrown = new Thrown();

    /** Has values at which a function throws go to the dead letters; while a topology is built. */
    public final void catching() {
        thrown.toDeadLetters();
    }

    /** Whether they do. */
    protected final boolean isCatching() {
        return thrown.isCaught();
    }

    /** To be called by whoever overrides it. */
    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        thrown.prepare(context, collector());
    }

    /**
     * For what the bolt leaves out; once prepared.
     *
     * @param counter its name
     * @param why of all, for people
     */
    final LeftOut leftOut(TopologyContext context, String counter, String why) {
        return new LeftOut(context, collector(), thrown, counter, why);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        deal(tuple);
    }

    /**
     * Makes what is to be made of a tuple, for {@link #deal}; it changes what the bolt knows only
     * when nothing can throw any more, and acks nothing.
     *
     * @param made for {@link #emit}
     */
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        throw new UnsupportedOperationException("no bolt of single values");
    }

    /**
     * Makes of a tuple what is to be made of it, emits that, and acks; or what {@link Thrown} does.
     */
    protected final void deal(Tuple tuple) {
        List<Outputs.Ready> made = thrown.isCaught() ? new ArrayList<>() : null;
        try {
            onValue(tuple, made);
        } catch (RuntimeException e) {
            thrown.on(e, tuple, collector());
            return;
        }
        if (made != null) {
            made.forEach(value -> value.emit(collector(), List.of(tuple)));
        }
        collector().ack(tuple);
    }

    /** Emits a value made of a tuple, or gathers it. */
    protected final void emit(
            Outputs to, Tuple tuple, Object value, @Nullable List<Outputs.Ready> made) {
        if (made == null) {
            to.emit(collector(), tuple, value);
        } else {
            made.add(to.ready(value));
        }
    }

    /** A function that makes values. */
    @FunctionalInterface
    protected interface Maker<O> {
        /** Gives what it makes, before it returns. */
        void make(EachBolt.Out<O> out);
    }

    /**
     * Emits what is made of several tuples; if that throws, and is caught, a dead letter. Acks
     * nothing.
     *
     * @param record what it was made of, for the dead letter
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
     * Does what may throw with something made of several tuples; if it does, and is caught, emits a
     * dead letter. Acks nothing. Storm's {@link FailedException}, which says that one tuple is to
     * come again, is not for several.
     *
     * @return whether it did not throw
     */
    protected final boolean attempt(
            Collection<Tuple> anchors, Supplier<?> record, Runnable function) {
        try {
            function.run();
            return true;
        } catch (FailedException e) {
            throw e;
        } catch (RuntimeException e) {
            thrown.on(e, anchors, record);
            return false;
        }
    }

    /**
     * Does what may throw with a tuple that is to be kept; if it does, and is caught, the tuple is
     * dealt with.
     *
     * @return whether it did not throw
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
            thrown.on(e, tuple, collector());
            return false;
        }
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        thrown.declare(declarer);
    }
}
