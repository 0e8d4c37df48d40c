package org.apache.storm.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.RegisteredGlobalState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the counts of a tracked cluster, and that waiting for them waits for all tuples. */
@Timeout(120)
class TrackedTopologyTest {
    private LocalCluster cluster;
    private final AckTracker tracker = new AckTracker();
    private final FeederSpout feeder = new FeederSpout(new Fields("n"));

    @BeforeEach
    void start() throws Exception {
        cluster = new LocalCluster.Builder().withSimulatedTime().withTracked().build();
        feeder.setAckFailDelegate(tracker);
    }

    @AfterEach
    void stop() {
        String id = cluster.getTrackedId();
        cluster.close();
        assertThat(RegisteredGlobalState.getState(id)).isNull();
    }

    private TrackedTopology submit(TopologyBuilder builder) throws Exception {
        StormTopology topology = builder.createTopology();
        TrackedTopology tracked = new TrackedTopology(topology, cluster);
        cluster.submitTopology("tracked", Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 1), tracked);
        return tracked;
    }

    private static void counts(TrackedTopology topology, int emitted, int transferred) {
        assertThat(topology.globalAmt("spout-emitted")).isEqualTo(emitted);
        assertThat(topology.globalAmt("transferred")).isEqualTo(transferred);
        assertThat(topology.globalAmt("processed")).isEqualTo(transferred);
    }

    @Test
    void aMessageIsDoneWhenItsSpoutKnows() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("first", new IdentityBolt(new Fields("n")), 2).shuffleGrouping("feeder");
        builder.setBolt("second", new IdentityBolt(new Fields("n")), 2).allGrouping("first");
        TrackedTopology topology = submit(builder);
        assertThat(topology.getCluster()).isSameAs(cluster);
        for (int message = 1; message <= 50; message++) {
            feeder.feed(new Values(message), message);
            topology.trackedWait();
            assertThat(tracker.getNumAcks()).isEqualTo(message);
            // Three tuples with their acks, the spout's message to the acker, and the acker's
            // answer.
            counts(topology, message, 8 * message);
        }
    }

    @Test
    void messagesMayStayOpen() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("gather", new GatherBolt(3)).shuffleGrouping("feeder");
        builder.setBolt("end", new IdentityBolt(new Fields("n"))).shuffleGrouping("gather");
        TrackedTopology topology = submit(builder);
        feeder.feed(new Values(1), 1);
        feeder.feed(new Values(2), 2);
        topology.trackedWait(2);
        assertThat(tracker.getNumAcks()).isZero();
        counts(topology, 2, 4);

        feeder.feed(new Values(3), 3);
        topology.trackedWait();

        assertThat(tracker.getNumAcks()).isEqualTo(3);
        // Three tuples with their acks, a sum of three messages with three acks, and per message
        // the spout's message to the acker and the acker's answer.
        counts(topology, 3, 6 + 4 + 6);
    }

    @Test
    void untrackedAndUnheardMessagesAreDoneToo() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("end", new IdentityBolt(new Fields("n"))).shuffleGrouping("feeder");
        FeederSpout unheard = new FeederSpout(new Fields("n"));
        unheard.setAckFailDelegate(tracker);
        builder.setSpout("unheard", unheard);
        TrackedTopology topology = submit(builder);

        feeder.feed(new Values(1), null);
        unheard.feed(new Values(2), 2);
        topology.trackedWait(2);

        assertThat(tracker.getNumAcks()).isEqualTo(1);
        counts(topology, 2, 1 + 2);
    }

    @Test
    void aFailedMessageIsDoneOnce() throws Exception {
        AckFailMapTracker answers = new AckFailMapTracker();
        feeder.setAckFailDelegate(answers);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("refuse", new RefuseBolt(), 2).allGrouping("feeder");
        TrackedTopology topology = submit(builder);

        feeder.feed(new Values(1), "one");
        topology.trackedWait();

        assertThat(answers.isFailed("one")).isTrue();
        assertThat(answers.isAcked("one")).isFalse();
        counts(topology, 1, 2 + 2 + 2);
    }

    @Test
    void saysWhatIsMissingWhenItTakesTooLong() throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("feeder", feeder);
        builder.setBolt("end", new IdentityBolt(new Fields("n"))).shuffleGrouping("feeder");
        TrackedTopology topology = submit(builder);
        assertThatThrownBy(() -> topology.trackedWait(1, 50))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("emitted 0 tuples (expected 1)");
    }

    @Test
    void needsATrackedCluster() throws Exception {
        StormTopology topology = new StormTopology(Map.of(), Map.of(), Map.of());
        try (LocalCluster plain = new LocalCluster()) {
            assertThatThrownBy(() -> new TrackedTopology(topology, plain))
                    .hasMessageContaining("withTracked()");
        }
    }

    /** Emits one tuple anchored to a fixed number of inputs, then acks these. */
    static class GatherBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private final int size;
        private transient List<Tuple> open;
        private transient OutputCollector collector;

        GatherBolt(int size) {
            this.size = size;
        }

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            open = new ArrayList<>();
        }

        @Override
        public void execute(Tuple tuple) {
            open.add(tuple);
            if (open.size() == size) {
                collector.emit(open, new Values(open.size()));
                open.forEach(collector::ack);
                open.clear();
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("n"));
        }
    }

    /** Fails all tuples. */
    static class RefuseBolt extends BaseRichBolt {
        private static final long serialVersionUID = 1;
        private transient OutputCollector collector;

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void execute(Tuple tuple) {
            collector.fail(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
