package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.ITridentSpout;
import org.apache.storm.trident.topology.TransactionAttempt;
import org.apache.storm.trident.topology.state.TransactionalState;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the orders between batches on which Trident's exactly-once processing depends. */
@Timeout(60)
class TridentCoordinatorsTest {
    private static final int BATCHES = 6;

    /** Events of the only running topology. */
    private static final List<Long> EMITTED = new CopyOnWriteArrayList<>();

    private static final List<String> EARLY = new CopyOnWriteArrayList<>();
    private static volatile CountDownLatch unsuccessful = new CountDownLatch(0);

    /** Records the order of its batches; the second is not ready at the first check. */
    private static final class NotingSpout implements ITridentSpout<Number> {
        private static final long serialVersionUID = 1;

        @Override
        public BatchCoordinator<Number> getCoordinator(
                String id, Map<String, Object> conf, TopologyContext context) {
            return new BatchCoordinator<>() {
                private int asked;

                @Override
                public Number initializeTransaction(long txid, Number previous, Number current) {
                    return txid;
                }

                @Override
                public void success(long txid) {}

                @Override
                public boolean isReady(long txid) {
                    return txid <= BATCHES && (txid != 2 || ++asked > 5);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Emitter<Number> getEmitter(
                String id, Map<String, Object> conf, TopologyContext context) {
            TransactionalState stored = TransactionalState.newCoordinatorState(conf, id);
            return new Emitter<>() {
                @Override
                public void emitBatch(
                        TransactionAttempt attempt, Number metadata, TridentCollector collector) {
                    EMITTED.add(attempt.getTransactionId());
                }

                @Override
                public void success(TransactionAttempt attempt) {
                    long txid = attempt.getTransactionId();
                    Object next = stored.getData("currtx");
                    if (!(next instanceof Number number) || number.longValue() <= txid) {
                        EARLY.add("success of " + txid + " when " + next + " was stored as next");
                    }
                    unsuccessful.countDown();
                }

                @Override
                public void close() {
                    stored.close();
                }
            };
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return new Config();
        }

        @Override
        public Fields getOutputFields() {
            return new Fields("n");
        }
    }

    private static void runBatches() throws Exception {
        EMITTED.clear();
        EARLY.clear();
        unsuccessful = new CountDownLatch(BATCHES);
        TridentTopology topology = new TridentTopology();
        topology.newStream("numbers", new NotingSpout());
        Config conf = new Config();
        conf.setMaxSpoutPending(3);
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, 1);
        try (LocalCluster cluster = new LocalCluster()) {
            cluster.submitTopology("order", conf, topology.build());
            unsuccessful.await();
        }
    }

    /** On the success, the spout deletes data that a replay of an incomplete batch would need. */
    @Test
    void successIsToldWhenTheNextBatchIsStored() throws Exception {
        runBatches();

        assertThat(EARLY).isEmpty();
    }

    /** A spout that receives batch 3 before batch 2 would read the same data for both. */
    @Test
    void noBatchBeginsBeforeTheOneBeforeIt() throws Exception {
        runBatches();

        assertThat(EMITTED).isSorted().doesNotHaveDuplicates().hasSize(BATCHES);
    }
}
