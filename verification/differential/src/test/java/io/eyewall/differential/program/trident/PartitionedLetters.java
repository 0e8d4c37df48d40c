package io.eyewall.differential.program.trident;

import io.eyewall.differential.stage.Probe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IPartitionedTridentSpout;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * A transactional source of three partitions: a batch that is emitted again is the same. The
 * metadata is the offset after the batch.
 */
final class PartitionedLetters
        implements IPartitionedTridentSpout<List<String>, Partition, Number> {
    private static final long serialVersionUID = 1;

    private final int perPartition;

    PartitionedLetters(int perPartition) {
        this.perPartition = perPartition;
    }

    @Override
    public Coordinator<List<String>> getCoordinator(
            Map<String, Object> conf, TopologyContext context) {
        return new Coordinator<>() {
            @Override
            public List<String> getPartitionsForBatch() {
                return List.of("a", "b", "c");
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
            public List<Partition> getOrderedPartitions(List<String> letters) {
                return Partition.of(letters);
            }

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
                    rows.forEach(collector::emit);
                    next.put(partition, offset + rows.size());
                }
                return next;
            }

            @Override
            public void refreshPartitions(List<Partition> responsible) {
                responsible.forEach(p -> probe.note("responsible", p.getId()));
            }

            @Override
            public void reEmitPartitionBatch(
                    TransactionAttempt tx,
                    TridentCollector collector,
                    Partition partition,
                    Number metadata) {
                int end = metadata.intValue();
                probe.note("again " + partition.getId(), tx + ": " + end);
                partition.rows(end - 2, end).forEach(collector::emit);
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
