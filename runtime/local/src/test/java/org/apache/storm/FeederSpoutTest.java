package org.apache.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.local.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.testing.AckFailMapTracker;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
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

/**
 * Feeds a spout and waits for the ack while simulated time stands still, as Storm's own tests do
 * (Storm: storm-core, TopologyIntegrationTest.java, TickTupleTest.java).
 */
@Timeout(60)
class FeederSpoutTest {
    private static final int TIMEOUT_SECS = 10;

    private final FeederSpout feeder = new FeederSpout(new Fields("value"));
    private final AckFailMapTracker tracker = new AckFailMapTracker();
    private LocalCluster cluster;
    private String name;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        name = "fed-" + test.getTestMethod().orElseThrow().getName();
        feeder.setAckFailDelegate(tracker);
        cluster =
                new LocalCluster.Builder()
                        .withSimulatedTime()
                        .withDaemonConf(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true)
                        .build();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void submit(BaseRichBolt bolt, Map<String, Object> conf) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("bolt", bolt).globalGrouping("feeder");
        cluster.submitTopology(name, conf, builder.createTopology());
    }

    /** Feeds values; {@code FeederSpout.feed} itself would advance time until the spout is open. */
    private void feed(int... ids) {
        for (int id : ids) {
            feeder.feedNoWait(new Values(id), id);
        }
    }

    private void awaitAcked(int... ids) {
        for (int id : ids) {
            Recorder.await("ack of " + id, () -> tracker.isAcked(id));
        }
    }

    private void awaitFailed(int id) {
        Recorder.await("failure of " + id, () -> tracker.isFailed(id));
    }

    private BaseRichBolt acking(int... except) {
        return new PickyBolt(name, except);
    }

    @Test
    void eachTupleIsAckedWhileTimeStandsStill() throws Exception {
        submit(acking(), Map.of());

        for (int id = 1; id <= 50; id++) {
            feeder.feed(new Values(id), id);
            awaitAcked(id);
        }
    }

    @Test
    void theSpoutSleepsInRealTimeWhateverItsWaitStrategy() throws Exception {
        submit(
                acking(),
                Map.of(
                        Config.TOPOLOGY_SPOUT_WAIT_STRATEGY,
                        "org.apache.storm.policy.WaitStrategyPark",
                        Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC,
                        200));

        feed(1);
        awaitAcked(1);
        feed(2);
        awaitAcked(2);
    }

    @Test
    void whatIsFedBeforeTimeIsAdvancedIsEmittedBeforeThat() throws Exception {
        submit(acking(), Map.of("eyewall.cores", 1));

        for (int id = 1; id <= 20; id++) {
            feed(id);
            cluster.advanceClusterTime(1);
        }
        awaitAcked(20);
        List<Object> expected = new ArrayList<>();
        for (int second = 0; second < 20; second++) {
            expected.add(second);
        }
        assertThat(Recorder.seen(name + ".at")).isEqualTo(expected);
    }

    @Test
    void timeIsAdvancedWhileASpoutIsAskedAgainAndAgain() throws Exception {
        submit(acking(), Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 30));
        feed(1);
        awaitAcked(1);

        for (int ticks = 1; ticks <= 3; ticks++) {
            int wanted = ticks;
            cluster.advanceClusterTime(30);
            Recorder.await("tick", () -> Recorder.seen(name + ".tick").size() >= wanted);
        }
        assertThat(Recorder.seen(name + ".tick")).containsExactly(30, 60, 90);
    }

    @Test
    void unackedMessagesFailByAdvancedTime() throws Exception {
        submit(acking(2), Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, TIMEOUT_SECS));
        cluster.advanceClusterTime(11);

        feed(1, 2, 3);
        cluster.advanceClusterTime(9);
        awaitAcked(1, 3);
        assertThat(tracker.isFailed(2)).isFalse();

        cluster.advanceClusterTime(12);
        awaitFailed(2);
    }

    @Test
    void aTimeoutThatIsResetBeginsAnew() throws Exception {
        submit(new ResettingBolt(), Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, TIMEOUT_SECS));

        feed(1, 2);
        cluster.advanceClusterTime(9);
        feed(3);
        awaitAcked(3);
        cluster.advanceClusterTime(9);
        feed(4);
        awaitAcked(4);
        cluster.advanceClusterTime(2);
        awaitFailed(2); // never acked
        feed(5);
        awaitAcked(5, 1);
        assertThat(tracker.isFailed(1)).isFalse();
    }

    @Test
    void aTaskThatSleepsWhileItIsPreparedHoldsUpNoSubmission() throws Exception {
        submit(new SleepyBolt(name), Map.of());
        assertThat(Recorder.seen(name + ".awake")).isEmpty();

        feed(1);
        Recorder.await("sleep", () -> Recorder.seen(name + ".asleep").size() == 1);
        cluster.advanceClusterTime(120);
        awaitAcked(1);
    }

    /** Acks all tuples except some numbers, and records the times. */
    static class PickyBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        final String key;
        private final int[] except;
        private transient OutputCollector collector;

        PickyBolt(String key, int... except) {
            this.key = key;
            this.except = except.clone();
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            this.collector = output;
        }

        @Override
        public void execute(Tuple tuple) {
            int nowSecs = Time.currentTimeSecs();
            if (TupleUtils.isTick(tuple)) {
                Recorder.add(key + ".tick", nowSecs);
                return;
            }
            Recorder.add(key + ".at", nowSecs);
            for (int number : except) {
                if (tuple.getInteger(0) == number) {
                    return;
                }
            }
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    /** Sleeps in prepare for a minute of Storm's time. */
    static class SleepyBolt extends PickyBolt {
        private static final long serialVersionUID = 1;

        SleepyBolt(String key) {
            super(key);
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            super.prepare(conf, context, output);
            Recorder.add(key + ".asleep", true);
            Utils.sleep(60_000);
            Recorder.add(key + ".awake", true);
        }
    }

    /** Keeps the first tuple alive until the fifth arrives, and never acks the second. */
    static class ResettingBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private transient OutputCollector collector;
        private transient Tuple first;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            this.collector = output;
        }

        @Override
        public void execute(Tuple tuple) {
            int number = tuple.getInteger(0);
            if (number == 1) {
                first = tuple;
                return;
            }
            if (number == 5) {
                collector.ack(first);
            } else {
                collector.resetTimeout(first);
            }
            if (number != 2) {
                collector.ack(tuple);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
