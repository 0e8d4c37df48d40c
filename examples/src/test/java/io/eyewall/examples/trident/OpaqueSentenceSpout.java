package io.eyewall.examples.trident;

import io.eyewall.examples.trident.SentenceSpout.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IOpaquePartitionedTridentSpout;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** The sentences of {@link SentenceSpout} from an opaque source. Metadata: the next position. */
final class OpaqueSentenceSpout implements IOpaquePartitionedTridentSpout<Integer, Part, Number> {
    private static final long serialVersionUID = 1;

    private final int partitions;
    private final int perPartition;

    OpaqueSentenceSpout(int partitions, int perPartition) {
        this.partitions = partitions;
        this.perPartition = perPartition;
    }

    @Override
    public Coordinator<Integer> getCoordinator(Map<String, Object> conf, TopologyContext context) {
        return new Coordinator<>() {
            @Override
            public Integer getPartitionsForBatch() {
                return partitions;
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
    public Emitter<Integer, Part, Number> getEmitter(
            Map<String, Object> conf, TopologyContext context) {
        return new Emitter<>() {
            @Override
            public List<Part> getOrderedPartitions(Integer count) {
                return IntStream.range(0, count).mapToObj(Part::new).toList();
            }

            @Override
            public Map<Part, Number> emitBatchNew(
                    TransactionAttempt attempt,
                    TridentCollector collector,
                    Set<Part> parts,
                    Map<Part, Number> next) {
                Map<Part, Number> after = new HashMap<>();
                for (Part part : parts) {
                    Number from = next.get(part);
                    int at = from == null ? 0 : from.intValue();
                    int end = Math.min(at + SentenceSpout.SENTENCES, perPartition);
                    while (at < end) {
                        collector.emit(new Values(SentenceSpout.sentence(part.number(), at++)));
                    }
                    after.put(part, end);
                }
                return after;
            }

            @Override
            public void refreshPartitions(List<Part> responsible) {}

            @Override
            public void close() {}
        };
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return new HashMap<>();
    }

    @Override
    public Fields getOutputFields() {
        return new Fields("sentence");
    }
}
