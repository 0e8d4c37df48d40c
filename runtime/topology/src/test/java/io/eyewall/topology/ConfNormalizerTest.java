package io.eyewall.topology;

import static io.eyewall.topology.Topologies.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.topology.Topologies.Bolt;
import io.eyewall.topology.Topologies.Spout;
import io.eyewall.topology.config.ConfigException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.topology.TopologyBuilder;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfNormalizerTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topology.debug",
                "topology.max.spout.pending",
                "topology.max.task.parallelism",
                "topology.transactional.id",
                "topology.tick.tuple.freq.secs",
                "topology.sleep.spout.wait.strategy.time.ms",
                "topology.spout.wait.strategy",
                "topology.bolts.window.length.count",
                "topology.bolts.window.length.duration.ms",
                "topology.bolts.window.sliding.interval.count",
                "topology.bolts.window.sliding.interval.duration.ms",
                "topology.bolts.tuple.timestamp.max.lag.ms",
                "topology.bolts.message.id.field.name",
                "topology.state.provider",
                "topology.state.provider.config",
                "topology.bolts.late.tuple.stream",
                "some.key.of.the.user",
                "eyewall.core",
            })
    void aComponentMaySet(String key) throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        builder.setBolt("bolt", new Bolt(), 1).shuffleGrouping("spout").addConfiguration(key, 5);

        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        assertThat(plan.component("bolt").conf().get(key)).isEqualTo(5);
        assertThat(plan.component("spout").conf().get(key)).isNotEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topology.workers",
                "topology.message.timeout.secs",
                "topology.acker.executors",
                "topology.executor.receive.buffer.size",
                "storm.zookeeper.servers",
            })
    void aComponentMayNotSet(String key) throws Exception {
        builder.setSpout("spout", new Spout(), 1).addConfiguration(key, 77);

        TopologyPlan plan = plan(Map.of(), builder.createTopology());

        assertThat(plan.component("spout").conf().get(key))
                .isNotEqualTo(77)
                .isNotEqualTo(77L)
                .isEqualTo(plan.conf().get(key));
    }

    @Test
    void aComponentsConfigurationOverridesTheTopologys() throws Exception {
        builder.setSpout("spout", new Spout(), 1).addConfiguration("my.key", "component");
        builder.setBolt("bolt", new Bolt(), 1).shuffleGrouping("spout");

        TopologyPlan plan = plan(Map.of("my.key", "topology"), builder.createTopology());

        assertThat(plan.component("spout").conf()).containsEntry("my.key", "component");
        assertThat(plan.component("bolt").conf()).containsEntry("my.key", "topology");
    }

    @Test
    void mergesSerializersOfComponentsTopologyAndDaemon() throws Exception {
        builder.setSpout(
                "spout",
                new Spout(
                        Map.of(
                                Config.TOPOLOGY_KRYO_REGISTER,
                                List.of(
                                        "com.Plain",
                                        Map.of("com.A", "com.SerializerOfComponent")))),
                1);
        builder.setSpout(
                "other", new Spout(Map.of(Config.TOPOLOGY_KRYO_REGISTER, List.of("com.B"))), 1);
        Map<String, Object> conf = new HashMap<>();
        conf.put(
                Config.TOPOLOGY_KRYO_REGISTER,
                List.of(Map.of("com.A", "com.SerializerOfTopology"), "com.C"));

        TopologyPlan plan = plan(conf, builder.createTopology());

        Map<String, String> expected = new HashMap<>();
        expected.put("com.Plain", null);
        expected.put("com.A", "com.SerializerOfTopology");
        expected.put("com.B", null);
        expected.put("com.C", null);
        assertThat(plan.conf().get(Config.TOPOLOGY_KRYO_REGISTER)).isEqualTo(expected);
        assertThat(plan.component("other").conf().get(Config.TOPOLOGY_KRYO_REGISTER))
                .as("every component sees all registrations")
                .isEqualTo(expected);
    }

    @Test
    void takesTheDaemonsSerializersOnlyWhereTheTopologyHasNone() throws Exception {
        builder.setSpout("spout", new Spout(), 1);
        Map<String, Object> daemon = new HashMap<>(Topologies.DEFAULTS);
        daemon.put(Config.TOPOLOGY_KRYO_REGISTER, List.of("com.Daemon"));
        daemon.put(Config.TOPOLOGY_KRYO_DECORATORS, List.of("com.DaemonDecorator"));

        TopologyPlan without =
                TopologyPlanner.plan("t", "t-1-1", daemon, Map.of(), builder.createTopology());
        TopologyPlan with =
                TopologyPlanner.plan(
                        "t",
                        "t-2-1",
                        daemon,
                        Map.of(Config.TOPOLOGY_KRYO_REGISTER, List.of("com.Topology")),
                        builder.createTopology());

        assertThat(without.conf().get(Config.TOPOLOGY_KRYO_REGISTER))
                .isEqualTo(Collections.singletonMap("com.Daemon", null));
        assertThat(with.conf().get(Config.TOPOLOGY_KRYO_REGISTER))
                .isEqualTo(Collections.singletonMap("com.Topology", null));
        assertThat(with.conf().get(Config.TOPOLOGY_KRYO_DECORATORS))
                .isEqualTo(List.of("com.DaemonDecorator"));
    }

    @Test
    void mergesDecoratorsOnce() throws Exception {
        builder.setSpout(
                "spout",
                new Spout(Map.of(Config.TOPOLOGY_KRYO_DECORATORS, List.of("com.D1", "com.D2"))),
                1);

        TopologyPlan plan =
                plan(
                        Map.of(Config.TOPOLOGY_KRYO_DECORATORS, List.of("com.D2", "com.D3")),
                        builder.createTopology());

        assertThat(plan.conf().get(Config.TOPOLOGY_KRYO_DECORATORS))
                .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                .containsExactlyInAnyOrder("com.D1", "com.D2", "com.D3");
    }

    @Test
    void dropsTheArtifactsDirectoryThatATopologyMayNotChoose() throws Exception {
        builder.setSpout("spout", new Spout(), 1);

        TopologyPlan plan =
                plan(
                        Map.of(Config.STORM_WORKERS_ARTIFACTS_DIR, "/elsewhere"),
                        builder.createTopology());

        assertThat(plan.conf().get(Config.STORM_WORKERS_ARTIFACTS_DIR))
                .isEqualTo(Topologies.DEFAULTS.get(Config.STORM_WORKERS_ARTIFACTS_DIR));
    }

    @Test
    void checksOurKeysWhereverTheyStand() {
        builder.setSpout("spout", new Spout(), 1).addConfiguration("eyewall.cor", 1);
        Map<String, Object> daemon = new HashMap<>(Topologies.DEFAULTS);
        daemon.put("eyewall.batch.siez", 1);
        TopologyBuilder plain = new TopologyBuilder();
        plain.setSpout("spout", new Spout(), 1);

        assertThatThrownBy(() -> plan(Map.of(), builder.createTopology()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("demo", "spout", "'eyewall.cor'", "'eyewall.core'");
        assertThatThrownBy(() -> plan(Map.of("eyewall.coresz", 1), plain.createTopology()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("demo", "'eyewall.coresz'", "'eyewall.cores'");
        assertThatThrownBy(
                        () ->
                                TopologyPlanner.plan(
                                        "t", "t-1-1", daemon, Map.of(), plain.createTopology()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("daemon", "eyewall.batch.siez", "eyewall.batch.size");
    }

    @Test
    void refusesAnEngineKeyOfAComponentAndABadValueOfATopology() {
        builder.setSpout("spout", new Spout(), 1).addConfiguration("eyewall.cores", 2);
        TopologyBuilder plain = new TopologyBuilder();
        plain.setSpout("spout", new Spout(), 1);

        assertThatThrownBy(() -> plan(Map.of(), builder.createTopology()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("spout", "eyewall.cores", "engine");
        assertThatThrownBy(
                        () ->
                                plan(
                                        Map.of("eyewall.mailbox.capacity", "many"),
                                        plain.createTopology()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("eyewall.mailbox.capacity", "many");
    }
}
