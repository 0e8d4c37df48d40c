package io.eyewall.differential.program.trident;

import io.eyewall.differential.stage.Probe;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.ICommitterTridentSpout;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * A transactional source of numbers: {@code batches} batches of two, whose metadata is their last
 * number; then the source is never ready again. Notes all calls.
 */
@SuppressWarnings("unchecked") // Storm's emitter of a committer is raw
final class NumberBatches implements ICommitterTridentSpout<Number> {
    private static final long serialVersionUID = 1;
    private static final int BATCH = 2;

    private final int batches;
    private final long late;

    NumberBatches(int batches) {
        this(batches, 0);
    }

    /**
     * Creates the source.
     *
     * @param late number of a batch that is not ready at the first five requests; 0 for none
     */
    NumberBatches(int batches, long late) {
        this.batches = batches;
        this.late = late;
    }

    @Override
    public BatchCoordinator<Number> getCoordinator(
            String txStateId, Map<String, Object> conf, TopologyContext context) {
        Probe probe = Probe.of(conf);
        return new BatchCoordinator<>() {
            private int asked;

            @Override
            public Number initializeTransaction(long txid, Number previous, Number current) {
                probe.note("initialize", txid + ": " + previous + ", " + current);
                return (previous == null ? 0 : previous.intValue()) + BATCH;
            }

            @Override
            public void success(long txid) {
                probe.note("coordinator success", txid);
            }

            @Override
            public boolean isReady(long txid) {
                return txid <= batches && (txid != late || ++asked > 5);
            }

            @Override
            public void close() {
                probe.note("close", "coordinator");
            }
        };
    }

    @Override
    @SuppressWarnings("rawtypes") // as Storm declares it
    public Emitter getEmitter(String txStateId, Map<String, Object> conf, TopologyContext context) {
        Probe probe = Probe.of(conf);
        return new Emitter() {
            @Override
            public void emitBatch(
                    TransactionAttempt attempt, Object metadata, TridentCollector collector) {
                int end = ((Number) metadata).intValue();
                probe.note("emit", attempt + ": " + metadata);
                for (int n = end - BATCH + 1; n <= end; n++) {
                    collector.emit(new Values(n));
                }
            }

            @Override
            public void commit(TransactionAttempt attempt) {
                probe.note("commit", attempt.toString());
            }

            @Override
            public void success(TransactionAttempt attempt) {
                probe.note("emitter success", attempt.toString());
            }

            @Override
            public void close() {
                probe.note("close", "emitter");
            }
        };
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        Config conf = new Config();
        conf.setMaxTaskParallelism(1);
        return conf;
    }

    @Override
    public Fields getOutputFields() {
        return new Fields("n");
    }
}
