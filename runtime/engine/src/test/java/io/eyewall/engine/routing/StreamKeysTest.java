package io.eyewall.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.StreamPlan;
import io.eyewall.topology.SubscriptionPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.storm.Constants;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.junit.jupiter.api.Test;

class StreamKeysTest {
    private static TopologyPlan chain(int length) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("s", new TestSpout(), 1);
        String before = "s";
        for (int i = 0; i < length; i++) {
            builder.setBolt("b" + i, new TestBolt(), 1).shuffleGrouping(before);
            before = "b" + i;
        }
        return Plans.of(builder);
    }

    private static int places(TopologyPlan plan) {
        StreamKeys keys = new StreamKeys(plan);
        return plan.components().keySet().stream().mapToInt(keys::countFor).sum();
    }

    @Test
    void totalLengthOfArraysGrowsLinearlyWithComponents() {
        assertThat(places(chain(400))).isLessThan(410 * 10);
        assertThat(places(chain(800))).isLessThan(2 * places(chain(400)));
    }

    @Test
    void assignsDifferentKeysToStreamsOfOneReceiver() {
        Random random = new Random(17);
        for (int run = 0; run < 20; run++) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("s", new TestSpout().stream("extra", "value"), 1);
            for (int i = 0; i < 12; i++) {
                BoltDeclarer bolt = builder.setBolt("b" + i, new TestBolt(), 1);
                Set<String> from = new HashSet<>();
                for (int k = 0; k < 1 + random.nextInt(6); k++) {
                    from.add(i == 0 || random.nextInt(4) == 0 ? "s" : "b" + random.nextInt(i));
                }
                from.forEach(bolt::shuffleGrouping);
                if (random.nextBoolean()) {
                    bolt.allGrouping("s", "extra");
                }
            }
            assertDifferent(Plans.of(builder));
        }
    }

    private static void assertDifferent(TopologyPlan plan) {
        StreamKeys keys = new StreamKeys(plan);
        int tick = keys.keyOf(Constants.SYSTEM_COMPONENT_ID, Constants.SYSTEM_TICK_STREAM_ID);
        Map<String, Set<Integer>> received = new HashMap<>();
        for (ComponentPlan component : plan.components().values()) {
            for (StreamPlan stream : component.streams().values()) {
                int key = keys.keyOf(component.componentId(), stream.streamId());
                List<SubscriptionPlan> to =
                        stream.isToAckers() ? List.of() : stream.subscriptions();
                for (SubscriptionPlan subscription : to) {
                    String target = subscription.targetComponentId();
                    assertThat(received.computeIfAbsent(target, id -> new HashSet<>()).add(key))
                            .as("%s of %s to %s", key, stream, target)
                            .isTrue();
                    assertThat(key).isNotEqualTo(tick).isBetween(0, keys.countFor(target) - 1);
                }
            }
        }
        assertThat(keys.countFor("b0")).isGreaterThan(tick);
    }
}
