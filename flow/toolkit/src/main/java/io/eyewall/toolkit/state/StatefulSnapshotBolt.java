package io.eyewall.toolkit.state;

import io.eyewall.toolkit.punctuation.PunctuatedBolt;
import io.eyewall.toolkit.snapshot.StateReader;
import io.eyewall.toolkit.snapshot.StateWriter;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IStatefulBolt;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Passes tuples to a stateful bolt, whose state is part of snapshots, and markers on.
 *
 * @param <K> keys of the state
 * @param <V> values of the state
 */
final class StatefulSnapshotBolt<K, V> extends PunctuatedBolt {
    private static final long serialVersionUID = 1L;

    private final IStatefulBolt<? super KeyValueState<K, V>> bolt;
    private transient @Nullable KeyedStates states;
    private transient @Nullable BoltState<K, V> state;
    private transient boolean isInitialized;

    StatefulSnapshotBolt(IStatefulBolt<? super KeyValueState<K, V>> bolt) {
        this.bolt = bolt;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        states = KeyedStates.of(context, snapshots() != null);
        state = new BoltState<>(states.map("state"));
        states.seal();
        isInitialized = false;
        bolt.prepare(conf, context, collector());
        if (snapshots() == null) {
            bolt.initState(state);
        }
    }

    private KeyedStates states() {
        return Objects.requireNonNull(states, "not prepared");
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void saveState(long number, StateWriter out) {
        bolt.prePrepare(number);
        bolt.preCommit(number);
        states().save(out);
    }

    @Override
    protected void restoreState(long number, StateReader in) {
        if (isInitialized) {
            bolt.preRollback();
        }
        isInitialized = true;
        states().restore(in);
        bolt.initState(Objects.requireNonNull(state, "not prepared"));
    }

    @Override
    protected void onTuple(Tuple tuple) {
        bolt.execute(tuple);
    }

    @Override
    protected void onTick(Tuple tick) {
        bolt.execute(tick);
    }

    @Override
    public void cleanup() {
        bolt.cleanup();
        super.cleanup();
    }

    @Override
    protected void declareStreams(OutputFieldsDeclarer declarer) {
        bolt.declareOutputFields(declarer);
    }

    @Override
    public @Nullable Map<String, Object> getComponentConfiguration() {
        return bolt.getComponentConfiguration();
    }
}
