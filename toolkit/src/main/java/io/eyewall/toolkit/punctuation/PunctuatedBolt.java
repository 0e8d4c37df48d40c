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
 * A bolt that knows markers: it acts on one when all tasks before it have sent theirs, then sends
 * it on. Whoever extends it says what a tuple, the end of a window and the end mean, and acks the
 * tuples it gets; ticks and markers are acked here.
 *
 * <p>What it emits at a marker goes out before the marker. The end is forwarded anchored to the
 * markers that made it: a spout whose final marker is acked knows that all bolts behind it have
 * ended (see {@link FinalMarker}).
 */
public abstract class PunctuatedBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private transient @Nullable OutputCollector collector;
    private transient @Nullable MarkerGate<Tuple> gate;

    /** Called once, before the first tuple. */
    protected void prepare(TopologyContext context, Map<String, Object> conf) {}

    /** A tuple, neither tick nor marker; to be acked or failed, now or later. */
    protected abstract void onTuple(Tuple tuple);

    /** A window has ended: all of its tuples have come. */
    protected void onWindow(long number) {}

    /** All tuples have come; may happen again, when tuples failed and came once more after it. */
    protected void onFinal() {}

    /**
     * All tuples have come; what is emitted here can be anchored to the markers, so that the end
     * comes again if it fails.
     */
    protected void onFinal(List<Tuple> markers) {
        onFinal();
    }

    /** A task before this one has ended; others may go on. */
    protected void onEnded(int task) {}

    /** A tick, if {@code topology.tick.tuple.freq.secs} asks for them. */
    protected void onTick() {}

    /** Declares what the bolt emits, but for markers. */
    protected abstract void declareStreams(OutputFieldsDeclarer declarer);

    /** Where to emit, ack and fail; once prepared. */
    protected final OutputCollector collector() {
        return Objects.requireNonNull(collector, "not prepared");
    }

    @Override
    public final void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
        gate = new MarkerGate<>(Punctuation.sendersTo(context), new Markers());
        prepare(context, conf);
    }

    @Override
    public final void execute(Tuple tuple) {
        MarkerGate<Tuple> open = Objects.requireNonNull(gate, "not prepared");
        if (Punctuation.isMarker(tuple)) {
            onMarker(open, tuple);
        } else if (TupleUtils.isTick(tuple)) {
            onTick();
            collector().ack(tuple);
        } else if (open.isOpenFor(tuple.getSourceTask())) {
            onTuple(tuple);
        } else {
            open.tuple(tuple.getSourceTask(), tuple);
        }
    }

    private void onMarker(MarkerGate<Tuple> open, Tuple tuple) {
        Marker marker = Punctuation.marker(tuple);
        open.marker(tuple.getSourceTask(), marker, Punctuation.number(tuple), tuple);
        if (marker == Marker.WINDOW) {
            collector().ack(tuple);
        }
    }

    @Override
    public final void declareOutputFields(OutputFieldsDeclarer declarer) {
        declareStreams(declarer);
        Punctuation.declare(declarer);
    }

    /** What the gate lets through. */
    private final class Markers implements MarkerGate.Listener<Tuple> {
        @Override
        public void onTuple(Tuple tuple) {
            PunctuatedBolt.this.onTuple(tuple);
        }

        @Override
        public void onWindow(long number) {
            PunctuatedBolt.this.onWindow(number);
            collector().emit(Punctuation.STREAM, Punctuation.values(Marker.WINDOW, number));
        }

        @Override
        public void onFinal(List<Tuple> markers, long number) {
            PunctuatedBolt.this.onFinal(markers);
            collector().emit(Punctuation.STREAM, markers, Punctuation.values(Marker.FINAL, number));
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
