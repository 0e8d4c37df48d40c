package io.eyewall.toolkit.punctuation;

import io.eyewall.toolkit.snapshot.SnapshotComponent;
import io.eyewall.toolkit.snapshot.Snapshots;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.snapshot.TaskSnapshots;
import io.eyewall.topology.OpenedLate;
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
@OpenedLate
public abstract class PunctuatedBolt extends BaseRichBolt implements SnapshotComponent {
    private static final long serialVersionUID = 1L;

    /** The collector that subclasses use. */
    private transient @Nullable OutputCollector collector;

    /** Storm's collector, which acks markers and ticks. */
    private transient @Nullable OutputCollector stormCollector;

    private transient @Nullable MarkerGate<Tuple> gate;

    /** The bolt's part in snapshots; null: the topology takes none. */
    private transient @Nullable BoltSnapshots snapshots;

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

    /** Called at each tick; calls {@link #onTick()} unless it is overridden. Ticks are acked. */
    protected void onTick(Tuple tick) {
        onTick();
    }

    /** Declares the streams of the bolt, except for the stream of markers. */
    protected abstract void declareStreams(OutputFieldsDeclarer declarer);

    /**
     * Returns why the bolt can't be part of snapshots: by default because it is not known whether
     * it has state. Bolts without state, and those that save theirs, return null.
     */
    @Override
    public @Nullable String whyNoSnapshots() {
        return "it does not say how its state is saved (PunctuatedBolt.whyNoSnapshots)";
    }

    /**
     * Returns whether the bolt commits something when a snapshot is whole, and reports that by
     * {@link TaskSnapshots#committed}.
     */
    protected boolean commitsSnapshots() {
        return false;
    }

    /**
     * Saves what has changed in the bolt's state since the last snapshot. Called between two
     * tuples, when all that precedes the snapshot has arrived.
     *
     * @param number number of the snapshot
     */
    protected void saveState(long number, StateWriter out) {}

    /**
     * Replaces the bolt's state by that of the newest whole snapshot, or by the initial state.
     * Called when the bolt is prepared, and after a failure.
     *
     * @param number number of the snapshot; 0: none
     */
    protected void restoreState(long number, StateReader in) {}

    /** Returns the bolt's part in snapshots; null if the topology takes none. */
    protected final @Nullable TaskSnapshots snapshots() {
        return snapshots == null ? null : snapshots.task();
    }

    /** Returns a tuple that the bolt keeps as content of an entry of its state. */
    protected final Object[] savedTuple(Tuple tuple) {
        return requireSnapshots().savedTuple(tuple);
    }

    /** Returns the tuple that {@link #savedTuple} has saved. */
    protected final Tuple restoredTuple(Object saved) {
        return requireSnapshots().restoredTuple((Object[]) saved);
    }

    private BoltSnapshots requireSnapshots() {
        return Objects.requireNonNull(snapshots, "no snapshots");
    }

    /** Returns the collector; available once the bolt is prepared. */
    protected final OutputCollector collector() {
        return Objects.requireNonNull(collector, "not prepared");
    }

    @Override
    public final void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        stormCollector = output;
        gate = newGate(context);
        TaskSnapshots task = Snapshots.join(context, conf, Punctuation.STREAM, commitsSnapshots());
        snapshots = task == null ? null : new BoltSnapshots(this, task, context, output);
        collector = snapshots == null ? output : snapshots.collector();
        prepare(context, conf);
        if (snapshots != null) {
            snapshots.restore();
        }
    }

    private MarkerGate<Tuple> newGate(TopologyContext context) {
        return new MarkerGate<>(Punctuation.sendersTo(context), new GateListener());
    }

    /** Replaces the gate by a new one and returns that. */
    final MarkerGate<Tuple> renewGate(TopologyContext context) {
        MarkerGate<Tuple> renewed = newGate(context);
        gate = renewed;
        return renewed;
    }

    final MarkerGate<Tuple> gate() {
        return Objects.requireNonNull(gate, "not prepared");
    }

    private OutputCollector stormCollector() {
        return Objects.requireNonNull(stormCollector, "not prepared");
    }

    @Override
    public final void execute(Tuple tuple) {
        if (snapshots == null) {
            receive(tuple);
        } else {
            snapshots.execute(tuple);
        }
    }

    /** Receives what is next in order, and acks markers and ticks. */
    final void receive(Tuple tuple) {
        if (Punctuation.isMarker(tuple)) {
            onMarker(gate(), tuple);
        } else if (TupleUtils.isTick(tuple)) {
            onTick(tuple);
            stormCollector().ack(tuple);
        } else {
            receiveTuple(tuple);
        }
    }

    /** Receives a tuple that is neither a tick nor a marker and that is next in order. */
    final void receiveTuple(Tuple tuple) {
        MarkerGate<Tuple> preparedGate = gate();
        if (preparedGate.isOpenFor(tuple.getSourceTask())) {
            onTuple(tuple);
        } else {
            preparedGate.receiveTuple(tuple.getSourceTask(), tuple);
        }
    }

    private void onMarker(MarkerGate<Tuple> preparedGate, Tuple tuple) {
        Marker marker = Punctuation.kindOf(tuple);
        if (marker == Marker.WINDOW || marker == Marker.FINAL) {
            preparedGate.receiveMarker(
                    tuple.getSourceTask(), marker, Punctuation.numberOf(tuple), tuple);
        }
        if (marker != Marker.FINAL) {
            stormCollector().ack(tuple);
        }
    }

    /** Ends the bolt's part in snapshots; overriding methods must call it. */
    @Override
    public void cleanup() {
        if (snapshots != null) {
            snapshots.task().leave();
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
            stormCollector()
                    .emit(Punctuation.STREAM, Punctuation.tupleValues(Marker.WINDOW, number));
        }

        @Override
        public void onFinal(List<Tuple> markers, long number) {
            if (snapshots == null || snapshots.isFirstEnd()) {
                PunctuatedBolt.this.onFinal(markers);
            }
            stormCollector()
                    .emit(
                            Punctuation.STREAM,
                            markers,
                            Punctuation.tupleValues(Marker.FINAL, number));
            markers.forEach(stormCollector()::ack);
        }

        @Override
        public void onEnded(int task) {
            PunctuatedBolt.this.onEnded(task);
        }

        @Override
        public void onSuperseded(Tuple marker) {
            stormCollector().ack(marker);
        }
    }
}
