package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests user code that calls operations on its own topology, while a rebalance waits for that code.
 */
@Timeout(60)
class OrderFromWithinTest {
    private static final String NAME = "ordering";

    /**
     * The action of the bolt at its first tuple; static, because bolts are copied by serialization.
     */
    private static final AtomicReference<@Nullable Runnable> DEED = new AtomicReference<>();

    static final class OrderingBolt extends BaseBasicBolt {
        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            Runnable deed = DEED.getAndSet(null);
            if (deed != null) {
                deed.run();
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private interface Order {
        void give(LocalCluster cluster) throws Exception;
    }

    /**
     * Runs an order while a rebalance waits. The rebalance must not end before the order: it would
     * do so only at its time limit.
     */
    private static void during(Order order) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch given = new CountDownLatch(1);
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        try (LocalCluster cluster = new LocalCluster()) {
            DEED.set(
                    () -> {
                        inside.countDown();
                        try {
                            goOn.await();
                            order.give(cluster);
                        } catch (Exception e) {
                            thrown.set(e);
                        }
                        given.countDown();
                    });
            TopologyBuilder builder = TestTopologies.numbers("order-from-within", 1_000);
            builder.setBolt("order", new OrderingBolt(), 1)
                    .setNumTasks(2)
                    .shuffleGrouping("numbers");
            cluster.submitTopology(NAME, Map.of(), builder.createTopology());
            inside.await();
            Thread rebalance =
                    new Thread(
                            () -> {
                                RebalanceOptions options = new RebalanceOptions();
                                options.put_to_num_executors("order", 2);
                                try {
                                    cluster.rebalance(NAME, options);
                                } catch (Exception e) {
                                    thrown.compareAndSet(null, e);
                                }
                            });
            rebalance.start();
            Recorder.await("a rebalance that waits", () -> isWaiting(rebalance));
            goOn.countDown();
            assertThat(given.await(20, TimeUnit.SECONDS)).isTrue();
            rebalance.join(TimeUnit.SECONDS.toMillis(20));
            assertThat(rebalance.isAlive()).isFalse();
            assertThat(thrown.get()).isNull();
        } finally {
            goOn.countDown();
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() != Thread.State.RUNNABLE
                && Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().endsWith(".Rebalance"));
    }

    @Test
    void deactivationAndActivationDontWaitForIt() throws Exception {
        during(
                cluster -> {
                    cluster.deactivate(NAME);
                    cluster.activate(NAME);
                });
    }

    @Test
    void newCredentialsDontWaitForIt() throws Exception {
        during(cluster -> cluster.uploadNewCredentials(NAME, new Credentials(Map.of("k", "v"))));
    }

    @Test
    void aKillDoesNotWaitForIt() throws Exception {
        during(cluster -> cluster.killTopology(NAME));
    }
}
