package io.eyewall.toolkit.punctuation;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.Nullable;

/**
 * A bolt that understands markers: when all upstream tasks have sent a marker, it acts on the
 * marker and then forwards it. Subclasses define the reactions to tuples, to the end of a window
 * and to the end of the stream, and ack the tuples that they receive; this class acks ticks and
 * markers. Called by the executor's thread.
 *
 * <p>Tuples emitted in reaction to a marker precede the forwarded marker. The end marker is
 * forwarded anchored to the markers that caused it, so a spout whose final marker is acked knows
 * that all bolts behind it have ended (see {@link FinalMarker}).
 */
public abstract class PunctuatedBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private transient @Nullable OutputCollector collector;
    private transient @Nullable MarkerGate<Tuple> gate;

    /** Prepares the bolt; called once, before the first tuple. */
    protected void prepare(TopologyContext context, Map<String, Object> conf) {}

    /**
     * Receives a tuple that is neither a tick nor a marker. The bolt must ack or fail it, now or
     * later.
     */
    protected abstract void onTuple(Tuple tuple);

    /** Called when a window has ended and all its tuples have arrived. */
    protected void onWindow(long number) {}

    /**
     * Called when all tuples have arrived. This may happen repeatedly if tuples failed and were
     * emitted again after the end.
     */
    protected void onFinal() {}

    /**
     * Called when all tuples have arrived; calls {@link #onFinal()} unless it is overridden. Tuples
     * emitted here may be anchored to the markers, so that the end is repeated if they fail.
     */
    protected void onFinal(List<Tuple> markers) {
        onFinal();
    }

    /** Called when one upstream task has ended; others may continue. */
    protected void onEnded(int task) {}

    /** Called at each tick if {@code topology.tick.tuple.freq.secs} requests ticks. */
    protected void onTick() {}

    /** Declares the streams of the bolt, except for the stream of markers. */
    protected abstract void declareStreams(OutputFieldsDeclarer declarer);

    /** Returns the collector; available once the bolt is prepared. */
    protected final OutputCollector collector() {
        return Objects.requireNonNull(collector, "not prepared");
    }

    @Override
    public final void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
        gate = new MarkerGate<>(Punctuation.sendersTo(context), new GateListener());
        prepare(context, conf);
    }

    @Override
    public final void execute(Tuple tuple) {
        MarkerGate<Tuple> preparedGate = Objects.requireNonNull(gate, "not prepared");
        if (Punctuation.isMarker(tuple)) {
            onMarker(preparedGate, tuple);
        } else if (TupleUtils.isTick(tuple)) {
            onTick();
            collector().ack(tuple);
        } else if (preparedGate.isOpenFor(tuple.getSourceTask())) {
            onTuple(tuple);
        } else {
            preparedGate.receiveTuple(tuple.getSourceTask(), tuple);
        }
    }

    private void onMarker(MarkerGate<Tuple> preparedGate, Tuple tuple) {
        Marker marker = Punctuation.kindOf(tuple);
        preparedGate.receiveMarker(
                tuple.getSourceTask(), marker, Punctuation.numberOf(tuple), tuple);
        if (marker == Marker.WINDOW) {
            collector().ack(tuple);
        }
    }

    @Override
    public final void declareOutputFields(OutputFieldsDeclarer declarer) {
        declareStreams(declarer);
        Punctuation.declare(declarer);
    }

    /** Passes the events of the gate to the bolt, and forwards markers. */
    private final class GateListener implements MarkerGate.Listener<Tuple> {
        @Override
        public void onTuple(Tuple tuple) {
            PunctuatedBolt.this.onTuple(tuple);
        }

        @Override
        public void onWindow(long number) {
            PunctuatedBolt.this.onWindow(number);
            collector().emit(Punctuation.STREAM, Punctuation.tupleValues(Marker.WINDOW, number));
        }

        @Override
        public void onFinal(List<Tuple> markers, long number) {
            PunctuatedBolt.this.onFinal(markers);
            collector()
                    .emit(
                            Punctuation.STREAM,
                            markers,
                            Punctuation.tupleValues(Marker.FINAL, number));
            markers.forEach(collector()::ack);
        }

        @Override
        public void onEnded(int task) {
            PunctuatedBolt.this.onEnded(task);
        }

        @Override
        public void onSuperseded(Tuple marker) {
            collector().ack(marker);
        }
    }
}
