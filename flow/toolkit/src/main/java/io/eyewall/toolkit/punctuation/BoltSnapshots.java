package io.eyewall.toolkit.punctuation;

import io.eyewall.state.StateException;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import io.eyewall.toolkit.snapshot.TaskSnapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.Nullable;

/**
 * The part of a {@link PunctuatedBolt} in snapshots: it takes them where the markers stand, and
 * goes back to the last one after a failure.
 *
 * <p>With snapshots, nothing depends on acks but the number of pending messages of a source. So a
 * tuple is acked when the bolt has seen it, even if the bolt keeps it, and results are anchored to
 * the tuple that the bolt is executing, not to those that it kept. A tuple that fails rolls the
 * topology back. Used by the task's thread.
 */
final class BoltSnapshots {
    /** Tables beyond those of operators. */
    private static final int GATE_TABLE = StateWriter.MAX_TABLE + 1;

    private static final int SENDERS_TABLE = StateWriter.MAX_TABLE + 2;

    private final PunctuatedBolt bolt;
    private final TaskSnapshots task;
    private final TopologyContext context;
    private final OutputCollector stormCollector;
    private final SnapshotGate<Tuple> gate;

    /** The tuple that the bolt is executing, if any. */
    private @Nullable Tuple current;

    private boolean hasCurrentFailed;

    /** When the first marker of the snapshot came that others are awaited for. */
    private long alignmentBeganNs;

    /** Whether the bolt has ended and nothing has arrived since. */
    private boolean hasEnded;

    BoltSnapshots(
            PunctuatedBolt bolt,
            TaskSnapshots task,
            TopologyContext context,
            OutputCollector stormCollector) {
        this.bolt = bolt;
        this.task = task;
        this.context = context;
        this.stormCollector = stormCollector;
        gate = new SnapshotGate<>(Punctuation.sendersTo(context), new Listener());
    }

    TaskSnapshots task() {
        return task;
    }

    OutputCollector collector() {
        return new OutputCollector(new Collector());
    }

    /** Returns whether the end that has arrived is one that the bolt has not acted on yet. */
    boolean isFirstEnd() {
        boolean isFirst = !hasEnded;
        hasEnded = true;
        return isFirst;
    }

    void execute(Tuple tuple) {
        if (task.mustRollBack()) {
            gate.rollBack(task.enterEpoch());
            restore();
        }
        if (Punctuation.isMarker(tuple)) {
            onMarker(tuple);
        } else if (gate.isOpen()) {
            deliver(tuple);
        } else {
            gate.receive(tuple.getSourceTask(), tuple);
        }
    }

    private void onMarker(Tuple tuple) {
        int sender = tuple.getSourceTask();
        Marker marker = Punctuation.kindOf(tuple);
        if (marker == Marker.SNAPSHOT) {
            stormCollector.ack(tuple);
            if (gate.isOpen()) {
                alignmentBeganNs = Time.nanoTime();
            }
            gate.receiveSnapshot(sender, Punctuation.numberOf(tuple), tuple);
        } else if (marker == Marker.ROLLBACK) {
            stormCollector.ack(tuple);
            gate.receiveRollback(sender, (int) Punctuation.numberOf(tuple));
        } else {
            gate.receive(sender, tuple);
        }
    }

    /** Passes a tuple that is no marker on to the bolt. */
    private void deliver(Tuple tuple) {
        if (TupleUtils.isTick(tuple)) {
            bolt.receive(tuple);
            return;
        }
        hasEnded = false;
        hasCurrentFailed = false;
        current = tuple;
        bolt.receiveTuple(tuple);
        current = null;
        if (hasCurrentFailed) {
            stormCollector.fail(tuple);
        } else {
            stormCollector.ack(tuple);
        }
    }

    /** Acts on what the gate lets through. */
    private final class Listener implements SnapshotGate.Listener<Tuple> {
        @Override
        public void onTuple(Tuple tuple) {
            if (Punctuation.isMarker(tuple)) {
                bolt.receive(tuple);
            } else {
                deliver(tuple);
            }
        }

        @Override
        public void onSnapshot(long number) {
            task.save(
                    number,
                    Time.nanoTime() - alignmentBeganNs,
                    out -> {
                        bolt.saveState(number, out);
                        saveGate(out);
                    });
            stormCollector.emit(
                    Punctuation.STREAM, Punctuation.tupleValues(Marker.SNAPSHOT, number));
        }

        @Override
        public void onDropped(Tuple tuple) {
            stormCollector.ack(tuple);
        }
    }

    // ---- state ---------------------------------------------------------------------------------

    /** Returns a tuple's component, index of its task, stream and values. */
    Object[] savedTuple(Tuple tuple) {
        String component = tuple.getSourceComponent();
        int index = context.getComponentTasks(component).indexOf(tuple.getSourceTask());
        return new Object[] {
            component, index, tuple.getSourceStreamId(), tuple.getValues().toArray()
        };
    }

    Tuple restoredTuple(Object[] saved) {
        String component = (String) saved[0];
        List<Integer> senders = context.getComponentTasks(component);
        int index = (Integer) saved[1];
        if (index >= senders.size()) {
            String own = context.getThisComponentId();
            throw new StateException(
                    "the state of '%s' has tuples of '%s', which the topology lacks now; let go of it, too (--drop-state %s)"
                            .formatted(own, component, own));
        }
        int sender = senders.get(index);
        List<Object> values = new ArrayList<>(Arrays.asList((Object[]) saved[3]));
        return new TupleImpl(context, values, component, sender, (String) saved[2]);
    }

    private void saveGate(StateWriter out) {
        MarkerGate<Tuple> markers = bolt.gate();
        out.put(GATE_TABLE, 1, markers.endedWindow(), hasEnded);
        long entry = 0;
        for (Map.Entry<Integer, MarkerGate.SenderState<Tuple>> each : markers.state().entrySet()) {
            int sender = each.getKey();
            String component = context.getComponentId(sender);
            List<Object[]> queued = new ArrayList<>();
            for (MarkerGate.Queued<Tuple> waiting : each.getValue().queued()) {
                Marker marker = waiting.marker();
                queued.add(
                        new Object[] {
                            marker == null ? "" : marker.word(),
                            waiting.number(),
                            savedTuple(waiting.tuple())
                        });
            }
            out.put(
                    SENDERS_TABLE,
                    ++entry,
                    component,
                    context.getComponentTasks(component).indexOf(sender),
                    each.getValue().endedWindow(),
                    queued.toArray());
        }
    }

    /** Puts the bolt into the state of the newest whole snapshot and sends the rollback on. */
    void restore() {
        StateReader in = task.read();
        MarkerGate<Tuple> markers = bolt.renewGate(context);
        hasEnded = false;
        long[] endedWindow = {Long.MIN_VALUE};
        in.forEach(
                GATE_TABLE,
                (entry, content) -> {
                    endedWindow[0] = (Long) content[0];
                    hasEnded = (Boolean) content[1];
                });
        Map<Integer, MarkerGate.SenderState<Tuple>> states = new HashMap<>();
        in.forEach(SENDERS_TABLE, (entry, content) -> readSender(content, states));
        markers.restore(endedWindow[0], states);
        bolt.restoreState(task.stored(), in);
        if (task.epoch() > 0) {
            stormCollector.emit(
                    Punctuation.STREAM, Punctuation.tupleValues(Marker.ROLLBACK, task.epoch()));
        }
    }

    private void readSender(Object[] content, Map<Integer, MarkerGate.SenderState<Tuple>> states) {
        String component = (String) content[0];
        int index = (Integer) content[1];
        List<Integer> tasks = context.getComponentTasks(component);
        if (index >= tasks.size()) {
            return;
        }
        int sender = tasks.get(index);
        List<MarkerGate.Queued<Tuple>> queued = new ArrayList<>();
        for (Object each : (Object[]) content[3]) {
            Object[] waiting = (Object[]) each;
            Marker marker = waiting[0].equals("") ? null : Marker.ofWord(waiting[0]);
            Tuple tuple = restoredTuple((Object[]) waiting[2]);
            queued.add(new MarkerGate.Queued<>(marker, (Long) waiting[1], tuple));
        }
        states.put(sender, new MarkerGate.SenderState<>((Long) content[2], queued));
    }

    // ---- what the bolt emits, acks and fails ---------------------------------------------------

    /** Anchors to the tuple in execution only; leaves acks to {@link Listener}. */
    private final class Collector implements IOutputCollector {
        private @Nullable Collection<Tuple> anchor(@Nullable Collection<Tuple> anchors) {
            Tuple executing = current;
            if (executing == null || anchors == null || !anchors.contains(executing)) {
                return null;
            }
            return anchors.size() == 1 ? anchors : List.of(executing);
        }

        @Override
        public List<Integer> emit(
                String stream, @Nullable Collection<Tuple> anchors, List<Object> values) {
            return stormCollector.emit(stream, anchor(anchors), values);
        }

        @Override
        public void emitDirect(
                int taskId,
                String stream,
                @Nullable Collection<Tuple> anchors,
                List<Object> values) {
            stormCollector.emitDirect(taskId, stream, anchor(anchors), values);
        }

        @Override
        public void ack(Tuple tuple) {
            // Done when the bolt has seen the tuple.
        }

        @Override
        public void fail(Tuple tuple) {
            hasCurrentFailed |= tuple == current;
            task.rollBack("a tuple of " + tuple.getSourceComponent() + " failed");
        }

        @Override
        public void resetTimeout(Tuple tuple) {
            // Tuples that the bolt keeps are acked.
        }

        @Override
        public void reportError(Throwable error) {
            stormCollector.reportError(error);
        }

        @Override
        public void flush() {
            stormCollector.flush();
        }
    }
}
