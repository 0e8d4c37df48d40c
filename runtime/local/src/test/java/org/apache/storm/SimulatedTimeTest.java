package org.apache.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
import org.apache.storm.utils.Time;
import org.apache.storm.utils.TupleUtils;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** Tests clusters whose simulated time the test advances. */
@Timeout(60)
class SimulatedTimeTest {
    private LocalCluster cluster;
    private String name;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        name = "simulated-" + test.getTestMethod().orElseThrow().getName();
        cluster =
                new LocalCluster.Builder()
                        .withSimulatedTime()
                        .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
                        .build();
    }

    @AfterEach
    void stop() {
        cluster.close();
        assertThat(Time.isSimulating()).isFalse();
    }

    private int seen(String what) {
        return Recorder.seen(name + "." + what).size();
    }

    private void await(String what, int count) {
        Recorder.await(count + " x " + what, () -> seen(what) >= count);
    }

    private void submit(BaseRichSpout spout, Map<String, Object> conf) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", spout);
        builder.setBolt("keep", new KeepBolt(name)).shuffleGrouping("source");
        cluster.submitTopology(name, conf, builder.createTopology());
        await("prepared", 1);
        await("opened", 1);
    }

    @Test
    void ticksOnlyWhenTimeIsAdvanced() throws Exception {
        submit(new OnceSpout(name), Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 10));
        await("tuple", 1);

        cluster.advanceClusterTime(9);
        assertThat(seen("tick")).isZero();

        cluster.advanceClusterTime(1);
        await("tick", 1);

        cluster.advanceClusterTime(30, 10);
        await("tick", 4);
        assertThat(seen("tick")).isEqualTo(4);
        assertThat(cluster.getTopologySummaryByName(name).get_uptime_secs()).isEqualTo(40);
    }

    @Test
    void messagesTimeOutBySimulatedTime() throws Exception {
        submit(new OnceSpout(name), Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 600));
        await("tuple", 1);

        cluster.advanceClusterTime(600, 60);
        assertThat(seen("failed")).isZero();

        cluster.advanceClusterTime(600, 60);
        await("failed", 1);
    }

    @Test
    void aKilledTopologyWaitsInSimulatedTime() throws Exception {
        submit(new OnceSpout(name), Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 3600));
        cluster.killTopology(name);

        cluster.advanceClusterTime(3599, 3599);
        assertThat(cluster.getTopologySummaryByName(name).get_status()).isEqualTo("KILLED");

        cluster.advanceClusterTime(1);
        Recorder.await("the end", () -> cluster.isTopologyNameAllowed(name));
    }

    @Test
    void aSpoutThatFindsNothingIsAskedAgainWhileTimeStandsStill() throws Exception {
        submit(
                new OnceSpout(name),
                Map.of(
                        Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL1_COUNT, 0,
                        Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 0));
        await("tuple", 1);

        await("asked", 100);
        cluster.waitForIdle();
        int before = seen("asked");
        cluster.waitForIdle();
        assertThat(seen("asked")).isGreaterThan(before);
        assertThat(Time.currentTimeMillis()).isZero();
    }

    @Test
    void userCodeSleepsInSimulatedTimeAndHoldsNobodyUp() throws Exception {
        submit(new SleepingSpout(name), Map.of());
        await("asleep", 1);

        cluster.advanceClusterTime(3600, 600);
        await("awake", 1);
        await("asleep", 2);
        // The spout sleeps again, and no thread advances time: close() must not wait for it.
        Duration took = timeOf(cluster::close);
        assertThat(took).isLessThan(Duration.ofSeconds(9));
    }

    private static Duration timeOf(Runnable call) {
        long startNs = System.nanoTime();
        call.run();
        return Duration.ofNanos(System.nanoTime() - startNs);
    }

    @Test
    void followsATimeThatIsSimulatedAroundTheCluster() throws Exception {
        cluster.close();
        try (Time.SimulatedTime time = new Time.SimulatedTime();
                LocalCluster inner = new LocalCluster()) {
            assertThat(time).isNotNull();
            cluster = inner;
            submit(new OnceSpout(name), Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 5));
            await("tuple", 1);
            Time.advanceTimeSecs(5);
            await("tick", 1);
        }
    }

    /** Emits one message, then nothing. */
    static class OnceSpout extends BaseRichSpout {
        private static final long serialVersionUID = 1;
        private final String key;
        private transient SpoutOutputCollector collector;
        private boolean emitted;

        OnceSpout(String key) {
            this.key = key;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
            Recorder.add(key + ".opened", true);
        }

        @Override
        public void nextTuple() {
            Recorder.add(key + ".asked", true);
            if (!emitted) {
                emitted = true;
                collector.emit(new Values(1), "one");
            }
        }

        @Override
        public void fail(Object messageId) {
            Recorder.add(key + ".failed", messageId);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    /** Sleeps for an hour of Storm's time in nextTuple. */
    static class SleepingSpout extends BaseRichSpout {
        private static final long serialVersionUID = 1;
        private final String key;

        SleepingSpout(String key) {
            this.key = key;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            Recorder.add(key + ".opened", true);
        }

        @Override
        public void nextTuple() {
            Recorder.add(key + ".asleep", true);
            Utils.sleep(3_600_000);
            Recorder.add(key + ".awake", true);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    /** Records ticks and tuples, and acks none. */
    static class KeepBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private final String key;

        KeepBolt(String key) {
            this.key = key;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            Recorder.add(key + ".prepared", List.of());
        }

        @Override
        public void execute(Tuple tuple) {
            Recorder.add(key + (TupleUtils.isTick(tuple) ? ".tick" : ".tuple"), tuple.getValue(0));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
