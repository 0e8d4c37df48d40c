package io.eyewall.engine.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.fixture.Plans;
import io.eyewall.engine.fixture.Sink;
import io.eyewall.engine.fixture.TestBolt;
import io.eyewall.engine.fixture.TestSpout;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.grouping.PartialKeyGrouping;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // unused parts are null
class RouterFactoryTest {
    private static final Core CORE = Core.create(1, 1, 2, Clock.SYSTEM).get(0);

    private final TopologyBuilder builder = new TopologyBuilder();
    private final BoltDeclarer bolt;
    private final Map<Integer, Sink> sinks = new HashMap<>();
    private final List<String> prepared = new ArrayList<>();

    RouterFactoryTest() {
        builder.setSpout("spout", new TestSpout().directStream("direct", "x"), 1);
        bolt = builder.setBolt("bolt", new TestBolt(), 4);
    }

    private final class Recording implements CustomStreamGrouping {
        @Override
        public void prepare(
                WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
            prepared.add(stream.get_componentId() + "/" + stream.get_streamId() + targetTasks);
        }

        @Override
        public List<Integer> chooseTasks(int taskId, List<Object> values) {
            return List.of(2);
        }
    }

    private Router router() {
        TopologyPlan plan = Plans.of(builder);
        RouterFactory factory = factory(plan);
        ComponentPlan spout = plan.component("spout");
        return factory.create(spout, new Sink(spout.taskIds().get(0), CORE));
    }

    private RouterFactory factory(TopologyPlan plan) {
        return new RouterFactory(
                plan,
                null,
                id -> sinks.computeIfAbsent(id, task -> new Sink(task, CORE)),
                grouping -> new Recording());
    }

    private Grouper only() {
        List<Grouper> groupers = router().route("default").groupers();
        assertThat(groupers).hasSize(1);
        return groupers.get(0);
    }

    @Test
    void createsTheGrouperOfEachGrouping() {
        bolt.fieldsGrouping("spout", new Fields("value"));
        assertThat(only()).isInstanceOf(Groupers.OneField.class);
    }

    @Test
    void createsGlobalForTheLowestTask() {
        bolt.globalGrouping("spout");
        Grouper grouper = only();

        assertThat(grouper).isInstanceOf(Groupers.Single.class);
        assertThat(grouper.target(grouper.choose(List.of(1))).taskId()).isEqualTo(2);
    }

    @Test
    void createsShuffleLocalOrShuffleNoneAndAll() {
        bolt.shuffleGrouping("spout");
        assertThat(only()).isInstanceOf(ShuffleGrouper.class);
        bolt.localOrShuffleGrouping("spout");
        assertThat(only()).isInstanceOf(ShuffleGrouper.class);
        bolt.noneGrouping("spout");
        assertThat(only()).isInstanceOf(Groupers.Random.class);
        bolt.allGrouping("spout");
        assertThat(only()).isInstanceOf(Groupers.All.class);
        assertThat(only().targetCount()).isEqualTo(4);
    }

    @Test
    void partialKeyGroupingIsACustomGroupingOfStormsOwn() {
        bolt.customGrouping("spout", new PartialKeyGrouping(new Fields("value")));
        assertThat(only()).isInstanceOf(Groupers.Custom.class);
    }

    @Test
    void aCustomGroupingIsPreparedWithTheStreamAndTheTasks() {
        bolt.customGrouping("spout", new PartialKeyGrouping());

        Router router = router();

        assertThat(prepared).containsExactly("spout/default[2, 3, 4, 5]");
        assertThat(router.route("default").chooseAll(List.of(1))).containsExactly(sinks.get(2));
    }

    @Test
    void theTasksOfAnExecutorShareACustomGrouping() {
        builder.setSpout("spouts", new TestSpout(), 2).setNumTasks(3);
        bolt.customGrouping("spouts", new PartialKeyGrouping());
        TopologyPlan plan = Plans.of(builder);
        RouterFactory factory = factory(plan);
        ComponentPlan spouts = plan.component("spouts");

        List<Grouper> groupers = new ArrayList<>();
        for (int task : spouts.taskIds()) {
            Router router = factory.create(spouts, new Sink(task, CORE));
            groupers.add(router.route("default").groupers().get(0));
        }

        assertThat(prepared).hasSize(2);
        assertThat(groupers.get(0).isSharedWith(groupers.get(1))).isTrue();
        assertThat(groupers.get(1).isSharedWith(groupers.get(2))).isFalse();
    }

    @Test
    void createsNoGrouperForDirectSubscribers() {
        bolt.directGrouping("spout", "direct");
        Route route = router().route("direct");

        assertThat(route.groupers()).isEmpty();
        int task = 3;
        assertThat(route.chooseDirect("bolt", sink(task), List.of(1))).containsExactly(sink(task));
    }

    private Sink sink(int taskId) {
        return sinks.computeIfAbsent(taskId, task -> new Sink(task, CORE));
    }

    @Test
    void createsNoRoutesForAckStreams() {
        bolt.shuffleGrouping("spout");
        Router router = router();

        assertThat(router.hasStream("__ack_init")).isFalse();
        assertThat(router.hasStream("default")).isTrue();
        assertThat(router.hasStream("direct")).isTrue();
        assertThat(router.hasStream("__system")).isTrue();
    }
}
