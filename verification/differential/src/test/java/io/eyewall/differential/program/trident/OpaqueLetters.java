package io.eyewall.differential.program.trident;

import io.eyewall.differential.stage.Probe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IOpaquePartitionedTridentSpout;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * An opaque source of two partitions: a batch that is emitted again is smaller, as if a part of the
 * source were not reachable. The metadata is the offset after the batch.
 */
final class OpaqueLetters
        implements IOpaquePartitionedTridentSpout<List<String>, Partition, Number> {
    private static final long serialVersionUID = 1;

    private final int perPartition;

    OpaqueLetters(int perPartition) {
        this.perPartition = perPartition;
    }

    @Override
    public Coordinator<List<String>> getCoordinator(
            Map<String, Object> conf, TopologyContext context) {
        return new Coordinator<>() {
            @Override
            public List<String> getPartitionsForBatch() {
                return List.of("a", "b");
            }

            @Override
            public boolean isReady(long txid) {
                return true;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Emitter<List<String>, Partition, Number> getEmitter(
            Map<String, Object> conf, TopologyContext context) {
        Probe probe = Probe.of(conf);
        return new Emitter<>() {
            @Override
            public Map<Partition, Number> emitBatchNew(
                    TransactionAttempt tx,
                    TridentCollector collector,
                    Set<Partition> partitions,
                    Map<Partition, Number> last) {
                Map<Partition, Number> next = new HashMap<>();
                for (Partition partition : partitions) {
                    Number before = last.get(partition);
                    int offset = before == null ? 0 : before.intValue();
                    List<Values> rows = partition.rows(offset, perPartition);
                    if (tx.getAttemptId() > 0 && !rows.isEmpty()) {
                        rows = rows.subList(0, 1);
                    }
                    if (!rows.isEmpty()) {
                        probe.note("batches of " + partition.getId(), tx + ": " + rows);
                    }
                    rows.forEach(collector::emit);
                    next.put(partition, offset + rows.size());
                }
                return next;
            }

            @Override
            public void refreshPartitions(List<Partition> responsible) {}

            @Override
            public List<Partition> getOrderedPartitions(List<String> letters) {
                return Partition.of(letters);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return new TreeMap<>();
    }

    @Override
    public Fields getOutputFields() {
        return new Fields("item");
    }
}
