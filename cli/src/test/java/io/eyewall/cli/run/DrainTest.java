package io.eyewall.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.TopologyStatus;
import io.eyewall.engine.metrics.ExecutorMetrics;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.storm.Config;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@NullUnmarked // fields are set by Storm
class DrainTest {
    private static final CountDownLatch RECEIVED = new CountDownLatch(1);

    private final LocalNimbus nimbus = new LocalNimbus(StormConf.localMode());

    @AfterEach
    void close() {
        nimbus.close();
    }

    @Test
    void doesNotWaitForMessagesThatNobodyWillAck() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("one", new OneSpout());
        builder.setBolt("hoard", new HoardBolt()).shuffleGrouping("one");
        var topology =
                nimbus.start(
                        "hoards",
                        Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 600),
                        builder.createTopology(),
                        new SubmitOptions(TopologyInitialStatus.ACTIVE));
        RECEIVED.await();
        long beginNs = System.nanoTime();

        List<Long> pending = new ArrayList<>();
        Drain.Listener listener =
                new Drain.Listener() {
                    @Override
                    public void onWaiting(RunningTopology waiting, long secondsLeft) {
                        assertThat(secondsLeft).isBetween(0L, 9L);
                        pending.add(pendingMessages(waiting));
                    }

                    @Override
                    public void onKill(RunningTopology killed) {
                        pending.add(pendingMessages(killed));
                    }
                };
        assertThat(new Drain(List.of(topology), listener).end()).isTrue();
        assertThat(pending).hasSizeGreaterThanOrEqualTo(2).containsOnly(1L);

        assertThat(Duration.ofNanos(System.nanoTime() - beginNs))
                .isGreaterThan(Duration.ofSeconds(1))
                .isLessThan(Duration.ofSeconds(9));
        assertThat(topology.status()).isEqualTo(TopologyStatus.ENDED);
    }

    private static long pendingMessages(RunningTopology topology) {
        return topology.metrics().executors().stream()
                .mapToLong(ExecutorMetrics::pendingMessages)
                .sum();
    }

    static class OneSpout extends BaseRichSpout {
        private SpoutOutputCollector collector;
        private boolean emitted;

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void nextTuple() {
            if (!emitted) {
                emitted = true;
                collector.emit(new Values(1), 1);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number"));
        }
    }

    /** Never acks. */
    static class HoardBolt extends BaseRichBolt {
        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {}

        @Override
        public void execute(Tuple tuple) {
            RECEIVED.countDown();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
