package io.eyewall.examples.trident;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IPartitionedTridentSpout;
import org.apache.storm.trident.spout.ISpoutPartition;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * A source that can be read from any position, such as a log, with a fixed number of sentences per
 * partition. It is transactional: a replayed batch contains the same sentences. A batch's metadata
 * are its first position and the position after its last.
 */
public final class SentenceSpout
        implements IPartitionedTridentSpout<Integer, SentenceSpout.Part, List<Number>> {
    /** Sentences per batch and partition. */
    static final int SENTENCES = 20;

    private static final List<String> WORDS =
            List.of("the", "cow", "jumped", "over", "moon", "and", "sang");

    private final int partitions;
    private final int perPartition;

    /**
     * @param partitions the number of partitions
     * @param perPartition the number of sentences in each partition
     */
    public SentenceSpout(int partitions, int perPartition) {
        this.partitions = partitions;
        this.perPartition = perPartition;
    }

    /** A partition of the source. */
    record Part(int number) implements ISpoutPartition {
        @Override
        public String getId() {
            return "part-" + number;
        }
    }

    /** Returns the sentence at a position of a partition. */
    static String sentence(int part, int position) {
        StringBuilder words = new StringBuilder();
        for (int word = 0; word < 3; word++) {
            int choice = (position * (word + 2) + part) % WORDS.size();
            words.append(word == 0 ? "" : " ").append(WORDS.get(choice));
        }
        return words.toString();
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
    public Emitter<Integer, Part, List<Number>> getEmitter(
            Map<String, Object> conf, TopologyContext context) {
        return new Emitter<>() {
            @Override
            public List<Part> getOrderedPartitions(Integer count) {
                return IntStream.range(0, count).mapToObj(Part::new).toList();
            }

            @Override
            public Map<Part, List<Number>> emitBatchNew(
                    TransactionAttempt attempt,
                    TridentCollector collector,
                    Set<Part> parts,
                    Map<Part, List<Number>> previous) {
                Map<Part, List<Number>> batch = new HashMap<>();
                for (Part part : parts) {
                    List<Number> before = previous.get(part);
                    int from = before == null ? 0 : before.get(1).intValue();
                    List<Number> range = List.of(from, Math.min(from + SENTENCES, perPartition));
                    reEmitPartitionBatch(attempt, collector, part, range);
                    batch.put(part, range);
                }
                return batch;
            }

            @Override
            public void reEmitPartitionBatch(
                    TransactionAttempt attempt,
                    TridentCollector collector,
                    Part part,
                    List<Number> range) {
                if (range == null) {
                    // The process crashed after storing another partition's metadata and before
                    // storing this one's: the partition is not in this batch, but in the next.
                    return;
                }
                for (int at = range.get(0).intValue(); at < range.get(1).intValue(); at++) {
                    collector.emit(new Values(sentence(part.number(), at)));
                }
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
