package org.apache.storm.trident.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.StormConf;
import io.eyewall.local.coordination.Coordination;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.apache.storm.Config;
import org.apache.storm.generated.SpoutSpec;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.spout.ISpoutOutputCollector;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.trident.spout.ITridentSpout;
import org.apache.storm.trident.topology.state.TransactionalState;
import org.apache.storm.tuple.Fields;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the coordinator on the test's thread, with a coordination state in memory. */
@Timeout(60)
class OrderedBatchCoordinatorTest {
    private static final String SPOUT = "numbers";

    private final Coordination coordination = new Coordination();
    private final List<String> emitted = new ArrayList<>();
    private LongPredicate ready = txid -> true;
    private TransactionalState stored;
    private OrderedBatchCoordinator coordinator;

    @BeforeEach
    void open() {
        Map<String, SpoutSpec> spouts = Map.of("$mastercoord-bg0", new SpoutSpec());
        StormTopology topology = new StormTopology(spouts, Map.of(), Map.of());
        Map<String, Object> conf = new HashMap<>(StormConf.localMode());
        conf.putAll(coordination.addressFor("topology", conf, topology));
        conf.put(Config.TOPOLOGY_MAX_SPOUT_PENDING, 3);
        // With this interval, every check finds that it has passed.
        conf.put(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS, -1);
        stored = TransactionalState.newCoordinatorState(conf, SPOUT);
        coordinator =
                new OrderedBatchCoordinator(
                        new MasterBatchCoordinator(List.of(SPOUT), List.of(new Numbers())));
        coordinator.open(conf, null, new SpoutOutputCollector(new Recording()));
    }

    @AfterEach
    void close() {
        coordinator.close();
        stored.close();
        coordination.close();
    }

    private static TransactionAttempt attempt(long txid, int attempt) {
        return new TransactionAttempt(txid, attempt);
    }

    /**
     * Records emitted tuples; a success together with the transaction that is stored as the next.
     */
    private final class Recording implements ISpoutOutputCollector {
        @Override
        public List<Integer> emit(String streamId, List<Object> tuple, Object messageId) {
            String next =
                    streamId.equals(MasterBatchCoordinator.SUCCESS_STREAM_ID)
                            ? ", next " + stored.getData("currtx")
                            : "";
            emitted.add(streamId + " " + tuple.get(0) + next);
            return List.of(1);
        }

        @Override
        public void emitDirect(int task, String streamId, List<Object> tuple, Object messageId) {
            throw new AssertionError("Trident's coordinator does not emit directly");
        }

        @Override
        public void reportError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public long getPendingCount() {
            return 0;
        }

        @Override
        public void flush() {}
    }

    /** A spout whose batches are ready when the test sets them ready. */
    private final class Numbers implements ITridentSpout<Number> {
        private static final long serialVersionUID = 1;

        @Override
        public BatchCoordinator<Number> getCoordinator(
                String id, Map<String, Object> conf, TopologyContext context) {
            return new BatchCoordinator<>() {
                @Override
                public Number initializeTransaction(long txid, Number previous, Number current) {
                    throw new AssertionError("not the coordinator of batches asks this");
                }

                @Override
                public void success(long txid) {}

                @Override
                public boolean isReady(long txid) {
                    return ready.test(txid);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Emitter<Number> getEmitter(
                String id, Map<String, Object> conf, TopologyContext context) {
            throw new AssertionError("no batch is emitted here");
        }

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return new HashMap<>();
        }

        @Override
        public Fields getOutputFields() {
            return new Fields("n");
        }
    }

    @Test
    void storesTheNextTransactionBeforeItTellsOfASuccess() {
        ready = txid -> txid <= 2;
        coordinator.nextTuple();
        coordinator.ack(attempt(1, 0));
        coordinator.ack(attempt(2, 0));
        coordinator.ack(attempt(1, 0));
        coordinator.ack(attempt(2, 0));

        assertThat(emitted)
                .containsExactly(
                        "$batch 1:0",
                        "$batch 2:0",
                        "$commit 1:0",
                        "$success 1:0, next 2",
                        "$commit 2:0",
                        "$success 2:0, next 3");
    }

    @Test
    void beginsNoBatchBeforeTheOneBeforeIt() {
        ready = txid -> txid != 2;
        coordinator.nextTuple();
        coordinator.nextTuple();
        assertThat(emitted).containsExactly("$batch 1:0");

        ready = txid -> true;
        coordinator.nextTuple();
        assertThat(emitted).containsExactly("$batch 1:0", "$batch 2:0", "$batch 3:0");
    }

    @Test
    void beginsAllAgainInTheirOrderWhenAnEarlierOneFails() {
        coordinator.nextTuple();
        emitted.clear();
        ready = txid -> txid != 2;
        coordinator.fail(attempt(2, 0));
        assertThat(emitted).isEmpty();

        ready = txid -> true;
        coordinator.nextTuple();
        assertThat(emitted).containsExactly("$batch 2:1", "$batch 3:1");
    }

    /**
     * Otherwise the batch would be emitted alone, although a later batch that was read from the end
     * of its last attempt is in progress.
     */
    @Test
    void aFailureOfAnAttemptThatWasGivenUpChangesNothing() {
        coordinator.nextTuple();
        coordinator.fail(attempt(1, 0));
        emitted.clear();
        coordinator.fail(attempt(2, 0));
        coordinator.nextTuple();

        assertThat(emitted).isEmpty();
    }
}
