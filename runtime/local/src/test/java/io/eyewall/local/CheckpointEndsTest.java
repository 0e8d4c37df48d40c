package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.metrics.ExecutorMetrics;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a prepared checkpoint is committed even after its topology has been stopped. */
class CheckpointEndsTest {
    private static final BlockingQueue<Long> PREPARED = new LinkedBlockingQueue<>();
    private static final BlockingQueue<Long> COMMITTED = new LinkedBlockingQueue<>();
    private static volatile CountDownLatch stopped = new CountDownLatch(0);

    private static final class Bolt extends BaseStatefulBolt<KeyValueState<String, Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            // The bolt emits nothing.
        }

        @Override
        public void initState(KeyValueState<String, Long> state) {
            // The bolt has no state to initialize.
        }

        @Override
        public void prePrepare(long transaction) {
            PREPARED.add(transaction);
            try {
                stopped.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void preCommit(long transaction) {
            COMMITTED.add(transaction);
        }

        @Override
        public void execute(Tuple tuple) {
            throw new IllegalStateException("nobody sends " + tuple);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(60)
    void alsoWhenItIsStopped(boolean onThreadsOfTheirOwn) throws Exception {
        PREPARED.clear();
        COMMITTED.clear();
        stopped = new CountDownLatch(1);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("none", new FeederSpout(new Fields("none")));
        builder.setBolt("bolt", new Bolt()).shuffleGrouping("none");
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_STATE_CHECKPOINT_INTERVAL, 100);
        conf.put("eyewall.executor.dedicated", onThreadsOfTheirOwn);
        try (TopologyHandle topology = Eyewall.start("stopped", conf, builder.createTopology())) {
            long transaction = PREPARED.take();
            topology.deactivate();
            stopped.countDown();

            assertThat(COMMITTED.poll(30, TimeUnit.SECONDS)).isEqualTo(transaction);
            while (pending(topology) > 0) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertThat(PREPARED).as("begun since").isEmpty();
        }
        assertThat(PREPARED).as("begun since").isEmpty();
    }

    private static int pending(TopologyHandle topology) {
        return topology.metrics().executors().stream()
                .mapToInt(ExecutorMetrics::pendingMessages)
                .sum();
    }
}
