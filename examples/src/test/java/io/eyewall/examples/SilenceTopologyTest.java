package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.testing.AckTracker;
import org.apache.storm.testing.FeederSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Quarters of an hour in a moment: a cluster whose time is simulated. */
@Timeout(60)
class SilenceTopologyTest {
    private final FeederSpout source = new FeederSpout(new Fields("who"));
    private final AckTracker acks = new AckTracker();

    private void hearFrom(String who) throws InterruptedException {
        int before = acks.getNumAcks();
        source.feed(new Values(who), who);
        Collect.await(
                who,
                () -> {
                    Time.advanceTime(1); // a spout that finds nothing sleeps for a millisecond
                    return acks.getNumAcks() > before;
                });
    }

    @Test
    void tellsOfThoseWhoWereSilentForTenMinutes() throws Exception {
        source.setAckFailDelegate(acks);
        TopologyBuilder builder = SilenceTopology.builder(source);
        builder.setBolt("collect", new Collect("silence")).globalGrouping("silence");
        try (LocalCluster cluster = new LocalCluster.Builder().withSimulatedTime().build()) {
            cluster.submitTopology("silence", new Config(), builder.createTopology());
            hearFrom("ann");
            hearFrom("bob");

            cluster.advanceClusterTime(8 * 60, 60);
            hearFrom("bob");
            assertThat(Collect.count("silence")).isZero();

            cluster.advanceClusterTime(3 * 60, 60);
            Collect.await("ann's silence", () -> Collect.count("silence") == 1);

            cluster.advanceClusterTime(10 * 60, 60);
            Collect.await("bob's silence", () -> Collect.count("silence") == 2);
        }
        assertThat(Collect.values("silence")).containsExactly(List.of("ann"), List.of("bob"));
    }
}
