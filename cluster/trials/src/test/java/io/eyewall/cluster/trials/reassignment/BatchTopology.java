package io.eyewall.cluster.trials.reassignment;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.redis.trident.state.RedisMapState;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.CombinerAggregator;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IOpaquePartitionedTridentSpout;
import org.apache.storm.trident.spout.ISpoutPartition;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.state.ValueUpdater;
import org.apache.storm.trident.state.map.MapState;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Trident: an opaque spout of two partitions, 500 messages per second each, counted by key in
 * Redis. Arguments: name, folder, workers, Redis' port. A file {@code stop} in the folder ends it.
 */
public final class BatchTopology {
    static final int PARTITIONS = 2;
    static final int STATES = 2;
    static final String STATE = "counts";
    private static final int MS_PER_MESSAGE = 2;
    private static final int MAX_PER_BATCH = 1_000;
    private static final int BATCH_INTERVAL_MS = 50;
    private static final int MAX_PENDING = 3;

    private BatchTopology() {}

    public static void main(String[] args) throws Exception {
        StateFactory redis = RedisMapState.opaque(RedisServer.config(Integer.parseInt(args[3])));
        TridentTopology topology = new TridentTopology();
        topology.newStream("numbers", new Numbers(args[1], System.currentTimeMillis()))
                .parallelismHint(PARTITIONS)
                .each(new Fields("number"), new Key(), new Fields("key"))
                .groupBy(new Fields("key"))
                .persistentAggregate(
                        new WatchedCounts(redis, args[1]), new Tally(), new Fields("count"))
                .parallelismHint(STATES);
        Config conf = new Config();
        conf.setNumWorkers(Integer.parseInt(args[2]));
        conf.setMessageTimeoutSecs(30);
        conf.setMaxSpoutPending(MAX_PENDING);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, BATCH_INTERVAL_MS);
        StormSubmitter.submitTopology(args[0], conf, topology.build());
    }

    record Partition(int number) implements ISpoutPartition, Serializable {
        @Override
        public String getId() {
            return "p" + number;
        }
    }

    /** The spout. The metadata of a batch is the number of the next message. */
    private record Numbers(String folder, long startMs)
            implements IOpaquePartitionedTridentSpout<Integer, Partition, Number> {
        @Override
        public Coordinator<Integer> getCoordinator(
                Map<String, Object> conf, TopologyContext context) {
            return new Partitions();
        }

        @Override
        public Emitter<Integer, Partition, Number> getEmitter(
                Map<String, Object> conf, TopologyContext context) {
            return new Batches(
                    Path.of(folder, "stop"),
                    startMs,
                    new MeasuredTopology.Journal(folder, "batches"));
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return new HashMap<>(); // Trident adds to it
        }

        @Override
        public Fields getOutputFields() {
            return new Fields("number");
        }
    }

    private static final class Partitions
            implements IOpaquePartitionedTridentSpout.Coordinator<Integer> {
        @Override
        public boolean isReady(long transaction) {
            return true;
        }

        @Override
        public Integer getPartitionsForBatch() {
            return PARTITIONS;
        }

        @Override
        public void close() {}
    }

    /** Writes each attempt to a journal: its time, partition, number and end. */
    private record Batches(Path stop, long startMs, MeasuredTopology.Journal journal)
            implements IOpaquePartitionedTridentSpout.Emitter<Integer, Partition, Number> {
        @Override
        public Map<Partition, Number> emitBatchNew(
                TransactionAttempt attempt,
                TridentCollector collector,
                Set<Partition> partitions,
                Map<Partition, Number> last) {
            Map<Partition, Number> ends = new HashMap<>();
            for (Partition partition : partitions) {
                Number before = last.get(partition); // numbers in JSON have no width
                long from = before == null ? 0 : before.longValue();
                long nowMs = System.currentTimeMillis();
                long due = Files.exists(stop) ? from : (nowMs - startMs) / MS_PER_MESSAGE;
                long end = Math.max(from, Math.min(due, from + MAX_PER_BATCH));
                for (long number = from; number < end; number++) {
                    collector.emit(new Values(number));
                }
                journal.line(
                        nowMs + " " + partition.number() + " " + attempt.getAttemptId() + " " + end,
                        true);
                ends.put(partition, end);
            }
            return ends;
        }

        @Override
        public void refreshPartitions(List<Partition> partitions) {}

        @Override
        public List<Partition> getOrderedPartitions(Integer count) {
            return IntStream.range(0, count).mapToObj(Partition::new).toList();
        }

        @Override
        public void close() {}
    }

    private static final class Key extends BaseFunction {
        private static final long serialVersionUID = 1;

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            collector.emit(new Values(Long.toString(tuple.getLong(0) % StatefulTopology.KEYS)));
        }
    }

    /** Counts tuples. Trident's own Count fails for numbers that were read from JSON. */
    private static final class Tally implements CombinerAggregator<Number> {
        private static final long serialVersionUID = 1;

        @Override
        public Number init(TridentTuple tuple) {
            return 1L;
        }

        @Override
        public Number combine(Number one, Number other) {
            return one.longValue() + other.longValue();
        }

        @Override
        public Number zero() {
            return 0L;
        }
    }

    /** Writes the opening of a state and each commit to a journal. */
    private record WatchedCounts(StateFactory states, String folder) implements StateFactory {
        @Override
        public State makeState(
                Map<String, Object> conf, IMetricsContext metrics, int index, int count) {
            MeasuredTopology.Journal journal =
                    new MeasuredTopology.Journal(
                            folder, WatchedStates.JOURNAL + STATE + index + "~");
            journal.line("open " + System.currentTimeMillis(), true);
            @SuppressWarnings("unchecked") // Redis' states are of this kind
            MapState<Object> state =
                    (MapState<Object>) states.makeState(conf, metrics, index, count);
            return new Watched(state, journal);
        }
    }

    private record Watched(MapState<Object> state, MeasuredTopology.Journal journal)
            implements MapState<Object> {
        @Override
        public List<Object> multiGet(List<List<Object>> keys) {
            return state.multiGet(keys);
        }

        @Override
        @SuppressWarnings("rawtypes") // as Trident has it
        public List<Object> multiUpdate(List<List<Object>> keys, List<ValueUpdater> updaters) {
            return state.multiUpdate(keys, updaters);
        }

        @Override
        public void multiPut(List<List<Object>> keys, List<Object> values) {
            state.multiPut(keys, values);
        }

        @Override
        public void beginCommit(Long transaction) {
            state.beginCommit(transaction);
        }

        @Override
        public void commit(Long transaction) {
            state.commit(transaction);
            journal.line("commit " + System.currentTimeMillis(), true);
        }
    }
}
