package io.eyewall.cluster.trials.reassignment;

import java.util.Iterator;
import java.util.Map;
import org.apache.storm.redis.state.RedisKeyValueStateProvider;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.state.State;
import org.apache.storm.state.StateProvider;
import org.apache.storm.task.TopologyContext;

/**
 * Wraps Storm's states in Redis, and writes a journal per opened state: when it was opened and when
 * it was written to. By the journals a test checks whether two workers had a state open at the same
 * time.
 */
public final class WatchedStates implements StateProvider {
    static final String FOLDER_KEY = "test.states.folder";
    static final String JOURNAL = "state~";

    private final StateProvider redis = new RedisKeyValueStateProvider();

    @Override
    public State newState(String namespace, Map<String, Object> conf, TopologyContext context) {
        MeasuredTopology.Journal journal =
                new MeasuredTopology.Journal(
                        String.valueOf(conf.get(FOLDER_KEY)), JOURNAL + namespace + "~");
        journal.line("open " + System.currentTimeMillis(), true);
        @SuppressWarnings("unchecked") // Redis' states are of this kind
        KeyValueState<Object, Object> state =
                (KeyValueState<Object, Object>) redis.newState(namespace, conf, context);
        return new Watched(state, journal);
    }

    private record Watched(KeyValueState<Object, Object> state, MeasuredTopology.Journal journal)
            implements KeyValueState<Object, Object> {
        private void wrote(String what) {
            journal.line(what + " " + System.currentTimeMillis(), true);
        }

        @Override
        public void put(Object key, Object value) {
            state.put(key, value);
        }

        @Override
        public Object get(Object key) {
            return state.get(key);
        }

        @Override
        public Object get(Object key, Object usual) {
            return state.get(key, usual);
        }

        @Override
        public Object delete(Object key) {
            return state.delete(key);
        }

        @Override
        public void prepareCommit(long txid) {
            state.prepareCommit(txid);
            wrote("prepare");
        }

        @Override
        public void commit(long txid) {
            state.commit(txid);
            wrote("commit");
        }

        @Override
        public void commit() {
            state.commit();
            wrote("commit");
        }

        @Override
        public void rollback() {
            state.rollback();
            wrote("rollback");
        }

        @Override
        public Iterator<Map.Entry<Object, Object>> iterator() {
            return state.iterator();
        }
    }
}
