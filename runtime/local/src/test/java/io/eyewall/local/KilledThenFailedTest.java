package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a topology which fails while it is being killed frees its name. */
@Timeout(60)
class KilledThenFailedTest {
    private static final CountDownLatch EXECUTES = new CountDownLatch(1);
    private static final CountDownLatch KILLED = new CountDownLatch(1);

    private static final class FailsWhenKilled extends BaseBasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            EXECUTES.countDown();
            try {
                KILLED.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("too late");
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @Test
    void itsNameIsFree() throws Exception {
        try (LocalCluster cluster = new LocalCluster()) {
            TopologyBuilder builder = TestTopologies.numbers("killed-then-failed", 1);
            builder.setBolt("fails", new FailsWhenKilled()).shuffleGrouping("numbers");
            cluster.submitTopology("name", Map.of(), builder.createTopology());
            assertThat(EXECUTES.await(30, TimeUnit.SECONDS)).isTrue();

            KillOptions options = new KillOptions();
            options.set_wait_secs(1_000);
            cluster.killTopologyWithOpts("name", options);
            KILLED.countDown();

            Recorder.await(
                    "the name is free", () -> cluster.getClusterInfo().get_topologies().isEmpty());
            cluster.submitTopology(
                    "name",
                    Map.of(),
                    TestTopologies.numbers("after-the-failed", 1).createTopology());
        }
    }
}
