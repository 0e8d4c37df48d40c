package io.eyewall.topology;

import static io.eyewall.topology.Topologies.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.topology.Topologies.Bolt;
import io.eyewall.topology.Topologies.Spout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

@NullUnmarked // a missing map entry fails the test
class TopologyPlannerTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void numbersTasksInTheOrderOfNamesWithSystemComponentsAmongThem() throws Exception {
        // given the topology whose ids were observed on Storm: capitals < '_' < small letters
        builder.setSpout("word", new TestWordSpout(), 2);
        builder.setBolt("Exclaim", new Bolt(), 3).shuffleGrouping("word");

        // when
        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        // then
        assertThat(plan.taskToComponent())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                1, "Exclaim", 2, "Exclaim", 3, "Exclaim", 4, "__acker", 5, "word",
                                6, "word"));
        assertThat(plan.componentToTasks())
                .containsOnly(
                        Map.entry("Exclaim", List.of(1, 2, 3)),
                        Map.entry("__acker", List.of(4)),
                        Map.entry("word", List.of(5, 6)));
        assertThat(plan.components().keySet())
                .containsExactly("Exclaim", "__acker", "__system", "word");
        assertThat(plan.executors().stream().map(ExecutorPlan::toString))
                .containsExactly(
                        "__system:[-1 -1]",
                        "Exclaim:[1 1]",
                        "Exclaim:[2 2]",
                        "Exclaim:[3 3]",
                        "__acker:[4 4]",
                        "word:[5 5]",
                        "word:[6 6]");
    }

    @Test
    void cutsTheTasksOfAComponentIntoRangesWhoseSizesDifferByOneTheLargerFirst() throws Exception {
        builder.setSpout("spout", new Spout(), 3).setNumTasks(10);

        TopologyPlan plan = plan(noAckers(), builder.createTopology());

        assertThat(executors(plan, "spout"))
                .containsExactly("spout:[1 4]", "spout:[5 7]", "spout:[8 10]");
        assertThat(plan.component("spout").taskIds())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    void makesNoEmptyExecutorsWhereTasksAreFewerThanTheParallelismHint() throws Exception {
        builder.setSpout("spout", new Spout(), 5).setNumTasks(2);

        TopologyPlan plan = plan(noAckers(), builder.createTopology());

        assertThat(executors(plan, "spout")).containsExactly("spout:[1 1]", "spout:[2 2]");
    }

    @Test
    void limitsTasksByTheTopologysMaximumAndByTheComponentsOwn() throws Exception {
        builder.setSpout("free", new Spout(), 9);
        builder.setSpout("own", new Spout(), 9).setMaxTaskParallelism(2);
        Map<String, Object> conf = noAckers();
        conf.put(Config.TOPOLOGY_MAX_TASK_PARALLELISM, 4);

        TopologyPlan plan = plan(conf, builder.createTopology());

        assertThat(plan.component("free").taskIds()).hasSize(4);
        assertThat(plan.component("own").taskIds()).hasSize(2);
        assertThat(executors(plan, "free")).hasSize(4);
        assertThat(executors(plan, "own")).hasSize(2);
    }

    @Test
    void keepsTheParallelismThatIsBelowTheMaximum() throws Exception {
        builder.setSpout("spout", new Spout(), 3);
        Map<String, Object> conf = noAckers();
        conf.put(Config.TOPOLOGY_MAX_TASK_PARALLELISM, 4);

        assertThat(plan(conf, builder.createTopology()).component("spout").taskIds()).hasSize(3);
    }

    @Test
    void takesAsManyAckersAsWorkersUnlessTold() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        StormTopology topology = builder.createTopology();

        assertThat(plan(Map.of(Config.TOPOLOGY_WORKERS, 3), topology).componentToTasks())
                .containsEntry("__acker", List.of(1, 2, 3));
        assertThat(plan(Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 2), topology).componentToTasks())
                .containsEntry("__acker", List.of(1, 2));
        assertThat(plan(noAckers(), topology).componentToTasks()).doesNotContainKey("__acker");
    }

    @Test
    void addsEventLoggersAndMetricsConsumersUnderStormsNames() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        Config conf = new Config();
        conf.put(Config.TOPOLOGY_EVENTLOGGER_EXECUTORS, 2);
        conf.registerMetricsConsumer(org.apache.storm.metric.LoggingMetricsConsumer.class, 1);

        TopologyPlan plan = plan(conf, builder.createTopology());

        assertThat(plan.componentToTasks().keySet())
                .containsExactlyInAnyOrder(
                        "__acker",
                        "__eventlogger",
                        "__metrics_org.apache.storm.metric.LoggingMetricsConsumer",
                        "spout");
        assertThat(plan.component("__eventlogger").taskIds()).hasSize(2);
        assertThat(plan.component("__eventlogger").isUserDefined()).isFalse();
        assertThat(plan.component("__eventlogger").kind()).isEqualTo(ComponentPlan.Kind.BOLT);
    }

    @Test
    void knowsWhatEachComponentIs() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        builder.setBolt("bolt", new Bolt(), 1).shuffleGrouping("spout");

        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        assertThat(plan.component("spout").kind()).isEqualTo(ComponentPlan.Kind.SPOUT);
        assertThat(plan.component("bolt").kind()).isEqualTo(ComponentPlan.Kind.BOLT);
        assertThat(plan.component("__acker").kind()).isEqualTo(ComponentPlan.Kind.ACKER);
        assertThat(plan.component("__system").kind()).isEqualTo(ComponentPlan.Kind.SYSTEM);
        assertThat(plan.component("__system").taskIds()).containsExactly(-1);
        assertThat(plan.component("spout").isUserDefined()).isTrue();
        assertThat(plan.component("__acker").isUserDefined()).isFalse();
    }

    @Test
    void describesStreamsWithFieldsAndDirectness() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        builder.setBolt("bolt", new Bolt(), 1)
                .fieldsGrouping("spout", new Fields("key"))
                .directGrouping("spout", "direct");

        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        StreamPlan normal = plan.component("spout").streams().get("default");
        StreamPlan direct = plan.component("spout").streams().get("direct");
        assertThat(normal.fields().toList()).containsExactly("key", "value");
        assertThat(normal.direct()).isFalse();
        assertThat(direct.direct()).isTrue();
        assertThat(normal.subscriptions()).hasSize(1);
        assertThat(normal.subscriptions().get(0).targetComponentId()).isEqualTo("bolt");
        assertThat(normal.subscriptions().get(0).grouping())
                .isEqualTo(Grouping.fields(List.of("key")));
        assertThat(direct.subscriptions().get(0).grouping().is_set_direct()).isTrue();
        assertThat(plan.componentToStreamToFields().get("spout").get("default").toList())
                .containsExactly("key", "value");
        assertThat(plan.componentToStreamToFields().get("__system")).containsKey("__tick");
    }

    @Test
    void visitsSubscribersInTheOrderOfStormsOwnContext() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        for (int i = 0; i < 40; i++) {
            builder.setBolt("bolt-" + i * 7919, new Bolt(), 1).shuffleGrouping("spout");
        }

        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        GeneralTopologyContext storm =
                new GeneralTopologyContext(
                        plan.systemTopology(),
                        plan.conf(),
                        plan.taskToComponent(),
                        plan.componentToTasks(),
                        plan.componentToStreamToFields(),
                        plan.id());
        assertThat(
                        plan.component("spout").streams().get("default").subscriptions().stream()
                                .map(SubscriptionPlan::targetComponentId))
                .hasSize(40)
                .containsExactlyElementsOf(storm.getTargets("spout").get("default").keySet());
    }

    @Test
    void leavesTheSubmittedTopologyAndConfigurationAlone() throws Exception {
        builder.setSpout("spout", new Spout(), 3).setMaxTaskParallelism(2);
        StormTopology topology = builder.createTopology();
        StormTopology before = topology.deepCopy();
        Map<String, Object> conf = Map.of("my.key", "mine"); // immutable

        TopologyPlan plan = plan(conf, topology);

        assertThat(topology).isEqualTo(before);
        assertThat(plan.userTopology()).isNotEqualTo(before);
        assertThat(plan.userTopology().get_bolts()).isEmpty();
        assertThat(plan.systemTopology().get_bolts()).containsKeys("__acker", "__system");
    }

    @Test
    void layersTheTopologysConfigurationOverTheDaemons() throws Exception {
        builder.setSpout("spout", new Spout(), 1);

        TopologyPlan plan =
                plan(
                        Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 7, "my.key", List.of(1)),
                        builder.createTopology());

        assertThat(plan.conf())
                .containsEntry(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 7)
                .containsEntry(Config.TOPOLOGY_NAME, "demo")
                .containsEntry(Config.STORM_ID, "demo-1-1")
                .containsEntry("my.key", List.of(1))
                .containsEntry(
                        Config.TOPOLOGY_TRANSFER_BUFFER_SIZE,
                        Topologies.DEFAULTS.get(Config.TOPOLOGY_TRANSFER_BUFFER_SIZE));
    }

    @Test
    void refusesWhatStormRefuses() {
        builder.setSpout("spout", new Spout(), 1);
        builder.setBolt("bolt", new Bolt(), 1).shuffleGrouping("nobody");

        assertThatThrownBy(() -> plan(Map.of(), builder.createTopology()))
                .isInstanceOfSatisfying(
                        InvalidTopologyException.class,
                        e -> assertThat(e.get_msg()).contains("bolt").contains("nobody"));
    }

    @Test
    void refusesAnUndeclaredStream() {
        builder.setSpout("spout", new Spout(), 1);
        builder.setBolt("bolt", new Bolt(), 1).shuffleGrouping("spout", "undeclared");

        assertThatThrownBy(() -> plan(Map.of(), builder.createTopology()))
                .isInstanceOfSatisfying(
                        InvalidTopologyException.class,
                        e -> assertThat(e.get_msg()).contains("undeclared"));
    }

    @Test
    void refusesFieldsThatTheStreamDoesNotHave() {
        builder.setSpout("spout", new Spout(), 1);
        builder.setBolt("bolt", new Bolt(), 1).fieldsGrouping("spout", new Fields("typo"));

        assertThatThrownBy(() -> plan(Map.of(), builder.createTopology()))
                .isInstanceOfSatisfying(
                        InvalidTopologyException.class,
                        e -> assertThat(e.get_msg()).contains("typo"));
    }

    @Test
    void namesTheComponentsThatThereAreWhenAskedForAnother() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        assertThatThrownBy(() -> plan.component("spuot"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("demo", "spuot", "spout");
    }

    @Test
    void givesSpoutsTicksOfTheMessageTimeoutAsStormDoes() throws Exception {
        builder.setSpout("spout", new Spout(), 1);

        TopologyPlan plan =
                plan(Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 7), builder.createTopology());

        assertThat(plan.component("spout").conf())
                .containsEntry(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 7);
    }

    @Test
    void readsInputsOfTheSystemTopologyToo() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        builder.setBolt("bolt", new Bolt(), 1).shuffleGrouping("spout");

        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        assertThat(
                        plan.component("bolt").streams().get("__ack_ack").subscriptions().stream()
                                .map(SubscriptionPlan::targetComponentId))
                .containsExactly("__acker");
        assertThat(
                        plan.systemTopology()
                                .get_bolts()
                                .get("__acker")
                                .get_common()
                                .get_inputs()
                                .keySet())
                .contains(new GlobalStreamId("spout", "__ack_init"));
    }

    private static Map<String, Object> noAckers() {
        Map<String, Object> conf = new HashMap<>();
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, 0);
        return conf;
    }

    private static List<String> executors(TopologyPlan plan, String componentId) {
        List<String> found = new ArrayList<>();
        for (ExecutorPlan executor : plan.executors()) {
            if (executor.componentId().equals(componentId)) {
                found.add(executor.toString());
            }
        }
        return found;
    }
}
