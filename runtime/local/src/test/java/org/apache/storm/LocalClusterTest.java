package org.apache.storm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.local.Recorder;
import io.eyewall.local.TestTopologies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.storm.cluster.IStormClusterState;
import org.apache.storm.daemon.nimbus.TopoCache;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.Credentials;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.scheduler.INimbus;
import org.apache.storm.shade.net.minidev.json.JSONObject;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.testing.TestPlannerBolt;
import org.apache.storm.thrift.TException;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.NimbusClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LocalClusterTest {
    private LocalCluster cluster;
    private String name;

    @BeforeEach
    void start(TestInfo test) throws Exception {
        cluster = new LocalCluster();
        name = test.getTestMethod().orElseThrow().getName();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private StormTopology numbers(long limit) {
        return TestTopologies.numbers(name, limit).createTopology();
    }

    private void awaitNumbers(int count) {
        Recorder.await(count + " numbers", () -> Recorder.seen(name).size() >= count);
    }

    private void awaitGone() {
        Recorder.await("name is free", () -> cluster.isTopologyNameAllowed(name));
    }

    @Test
    void runsATopologyUntilItIsKilled() throws Exception {
        LocalCluster.LocalTopology topology =
                cluster.submitTopology(name, new Config(), numbers(100));
        awaitNumbers(100);
        assertThat(topology.get_spouts()).containsKey("numbers");

        cluster.killTopologyWithOpts(name, LocalCluster.KILL_NOW);

        awaitGone();
        assertThat(Recorder.seen(name + ".cleanup")).hasSize(1);
        assertThat(cluster.getTopologySummaries()).isEmpty();
        assertThatThrownBy(() -> cluster.getTopologyInfoByName(name))
                .isInstanceOf(NotAliveException.class)
                .hasMessageContaining(name);
        topology.close(); // over already
    }

    @Test
    void closingALocalTopologyKillsIt() throws Exception {
        cluster.submitTopology(name, new Config(), numbers(1)).close();
        awaitGone();
    }

    @Test
    void waitsBeforeItEndsAKilledTopology() throws Exception {
        cluster.submitTopology(name, Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 60), numbers(1));
        awaitNumbers(1);

        cluster.killTopology(name);

        assertThat(cluster.getTopologySummaryByName(name).get_status()).isEqualTo("KILLED");
        assertThatThrownBy(() -> cluster.activate(name))
                .hasMessageContaining(name)
                .hasMessageContaining("killed");
        cluster.killTopologyWithOpts(name, LocalCluster.KILL_NOW); // shortens the wait
        awaitGone();
    }

    @Test
    void refusesANameThatIsTaken() throws Exception {
        cluster.submitTopology(name, new Config(), numbers(1));
        assertThat(cluster.isTopologyNameAllowed(name)).isFalse();
        assertThatThrownBy(() -> cluster.submitTopology(name, new Config(), numbers(1)))
                .isInstanceOf(AlreadyAliveException.class)
                .hasMessageContaining(name);
    }

    @Test
    void refusesAWrongNameAndAWrongConfiguration() {
        assertThat(cluster.isTopologyNameAllowed("a/b")).isFalse();
        assertThatThrownBy(() -> cluster.submitTopology("a/b", new Config(), numbers(1)))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("a/b");
        assertThatThrownBy(
                        () ->
                                cluster.submitTopology(
                                        name, Map.of(Config.TOPOLOGY_WORKERS, "two"), numbers(1)))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("TOPOLOGY_WORKERS");
        assertThatThrownBy(
                        () ->
                                cluster.submitTopology(
                                        name, Map.of("eyewall.mailbox.capcity", 8), numbers(1)))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("eyewall.mailbox.capacity");
        assertThatThrownBy(
                        () -> cluster.submitTopology(name, Map.of("x", new Object()), numbers(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JSON");
        assertThat(cluster.getTopologySummaries()).isEmpty();
    }

    @Test
    void startsInactiveIfAskedAndGivesCredentialsFirst() throws Exception {
        SubmitOptions inactive = new SubmitOptions(TopologyInitialStatus.INACTIVE);
        inactive.set_creds(new Credentials(Map.of("token", "one")));
        cluster.submitTopologyWithOpts(name, new Config(), numbers(5), inactive);
        assertThat(cluster.getTopologySummaryByName(name).get_status()).isEqualTo("INACTIVE");
        Thread.sleep(50); // something wrong would show
        assertThat(Recorder.seen(name)).isEmpty();

        cluster.activate(name);
        awaitNumbers(5);
        assertThat(cluster.getTopologySummaryByName(name).get_status()).isEqualTo("ACTIVE");

        cluster.uploadNewCredentials(name, new Credentials(Map.of("token", "two")));
        Recorder.await("new credentials", () -> Recorder.seen(name + ".credentials").size() == 2);
        assertThat(Recorder.seen(name + ".credentials"))
                .containsExactly(Map.of("token", "one"), Map.of("token", "two"));
    }

    @Test
    void deactivatesAndActivates() throws Exception {
        cluster.submitTopology(
                name, Map.of(Config.TOPOLOGY_MAX_SPOUT_PENDING, 10), numbers(Long.MAX_VALUE));
        awaitNumbers(1);
        cluster.deactivate(name);
        assertThat(cluster.getTopologySummaryByName(name).get_status()).isEqualTo("INACTIVE");
        Recorder.await(
                "silence",
                () -> {
                    int before = Recorder.seen(name).size();
                    pause();
                    return Recorder.seen(name).size() == before;
                });
        int before = Recorder.seen(name).size();
        cluster.activate(name);
        awaitNumbers(before + 1);
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void tellsWhatItKnowsOfATopology() throws Exception {
        Config conf = new Config();
        conf.setNumAckers(1);
        conf.put("my.long", 5L);
        cluster.submitTopology(name, conf, numbers(100));
        awaitNumbers(100);

        var summary = cluster.getTopologySummaryByName(name);
        String id = summary.get_id();
        assertThat(id).matches(name + "-\\d+-\\d+");
        assertThat(summary.get_num_tasks()).isEqualTo(3);
        assertThat(summary.get_num_executors()).isEqualTo(3);
        assertThat(summary.get_owner()).isEqualTo(System.getProperty("user.name"));

        var info = cluster.getTopologyInfo(id);
        assertThat(info.get_name()).isEqualTo(name);
        assertThat(info.get_status()).isEqualTo("ACTIVE");
        assertThat(info.get_executors())
                .extracting(e -> e.get_component_id())
                .containsExactly("__acker", "numbers", "record");
        var record = info.get_executors().get(2);
        assertThat(record.get_executor_info().get_task_start()).isEqualTo(3);
        assertThat(record.get_stats().get_specific().get_bolt().get_executed().get(":all-time"))
                .hasSize(1)
                .containsValue(100L);
        assertThat(info.get_errors()).containsEntry("record", List.of());

        Object seenConf = JSONValue.parse(cluster.getTopologyConf(id));
        assertThat((JSONObject) seenConf)
                .containsEntry(Config.TOPOLOGY_NAME, name)
                .containsEntry(Config.STORM_ID, id)
                .containsEntry("my.long", 5);
        assertThat(cluster.getTopology(id).get_bolts()).containsKey("__acker");
        assertThat(cluster.getUserTopology(id).get_bolts()).containsOnlyKeys("record");
        assertThat(cluster.getClusterInfo().get_topologies()).containsExactly(summary);
        assertThat(cluster.getLeader().is_isLeader()).isTrue();
        assertThat(cluster.getNimbus().getTopologySummary(id).get_name()).isEqualTo(name);
    }

    @Test
    void givesComponentsTheirConfigurationAsJsonWouldAndTheirFilesAndLoader() throws Exception {
        cluster.submitTopology(name, Map.of("my.long", 5L, "my.list", List.of(1, 2L)), numbers(1));
        awaitNumbers(1);
        Map<?, ?> conf = (Map<?, ?>) Recorder.seen(name + ".conf").get(0);
        assertThat(conf.get("my.long")).isEqualTo(5);
        assertThat(conf.get("my.list")).isEqualTo(List.of(1, 2));
        assertThat(conf.get(Config.STORM_CLUSTER_MODE)).isEqualTo("local");
        assertThat(conf.get(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS)).isEqualTo(true);
        assertThat(conf.get(Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS)).isEqualTo(50);
        String codeDir = (String) Recorder.seen(name + ".codeDir").get(0);
        assertThat(Path.of(codeDir, "hello.txt")).exists();
        assertThat(Recorder.seen(name + ".loader"))
                .containsExactly(Thread.currentThread().getContextClassLoader());
    }

    @Test
    void keepsAFailedTopologyWithItsErrorsUntilItIsKilledOrReplaced() throws Exception {
        cluster.submitTopology(name, new Config(), TestTopologies.failing(3).createTopology());
        Recorder.await("failure", () -> status().equals("FAILED"));
        assertThat(cluster.getTopologyInfoByName(name).get_errors().get("fragile"))
                .singleElement()
                .satisfies(error -> assertThat(error.get_error()).contains("can't stand 3"));
        assertThat(cluster.isTopologyNameAllowed(name)).as("as for Eyewall.start").isTrue();
        assertThatThrownBy(
                        () -> cluster.submitTopology(name, Map.of("eyewall.coers", 1), numbers(1)))
                .isInstanceOf(InvalidTopologyException.class);
        assertThat(status()).as("nothing has replaced it").isEqualTo("FAILED");
        cluster.submitTopology(name, new Config(), TestTopologies.failing(3).createTopology());
        Recorder.await("another failure", () -> status().equals("FAILED"));

        cluster.killTopologyWithOpts(name, LocalCluster.KILL_NOW);

        assertThat(cluster.getTopologySummaries()).isEmpty();
        cluster.submitTopology(name, new Config(), numbers(1)); // the process and the engine live
        awaitNumbers(1);
    }

    private String status() {
        try {
            return cluster.getTopologySummaryByName(name).get_status();
        } catch (TException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void isReachedByStormsOwnClientsWhileOpen(@TempDir Path directory) throws Exception {
        Path jar = Files.createFile(directory.resolve("app.jar"));
        System.setProperty("storm.jar", jar.toString());
        try {
            StormSubmitter.submitTopology(name, new Config(), numbers(10));
        } finally {
            System.clearProperty("storm.jar");
        }
        awaitNumbers(10);
        cluster.close();
        assertThat(NimbusClient.isLocalOverride()).isFalse();
        assertThat(Recorder.seen(name + ".cleanup")).hasSize(1);
        assertThatThrownBy(() -> cluster.submitTopology(name, new Config(), numbers(1)))
                .hasMessageContaining("closed");
    }

    @Test
    void runsACallInLocalMode() throws Exception {
        cluster.close();
        String result =
                LocalCluster.withLocalModeOverride(
                        () -> {
                            NimbusClient.withConfiguredClient(
                                    nimbus -> nimbus.submitTopology(name, null, "{}", numbers(3)));
                            awaitNumbers(3);
                            return "result";
                        },
                        0);
        assertThat(result).isEqualTo("result");
        Map<?, ?> conf = (Map<?, ?>) Recorder.seen(name + ".conf").get(0);
        assertThat(conf.get(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS)).isEqualTo(false);
    }

    @Test
    void notifiesASubmitterHook() throws Exception {
        Config conf = new Config();
        conf.put(Config.STORM_TOPOLOGY_SUBMISSION_NOTIFIER_PLUGIN, Hook.class.getName());
        cluster.submitTopology(name, conf, numbers(1));
        assertThat(Recorder.seen("hook." + name)).containsExactly("ACTIVE");
    }

    /** Records the status of submitted topologies. */
    public static class Hook implements ISubmitterHook {
        @Override
        public void notify(
                org.apache.storm.generated.TopologyInfo info,
                Map<String, Object> conf,
                StormTopology topology) {
            Recorder.add("hook." + info.get_name(), info.get_status());
        }
    }

    @Test
    void rebalancesLive() throws Exception {
        TopologyBuilder builder = TestTopologies.numbers(name, 10);
        builder.setBolt("sink", new TestPlannerBolt(), 1).setNumTasks(4).shuffleGrouping("numbers");
        cluster.submitTopology("live", Map.of(), builder.createTopology());
        RebalanceOptions options = new RebalanceOptions();
        options.put_to_num_executors("sink", 3);

        cluster.rebalance("live", options);

        assertThat(executors("live", "sink")).isEqualTo(3);
        options.put_to_num_executors("sink", 0);
        assertThatThrownBy(() -> cluster.rebalance("live", options))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("greater than 0");
        options.put_to_num_executors("sink", 1);
        options.put_to_num_executors("sikn", 1);
        assertThatThrownBy(() -> cluster.rebalance("live", options))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("no component 'sikn'");
        assertThatThrownBy(() -> cluster.rebalance("nobody", options))
                .isInstanceOf(NotAliveException.class);
    }

    /** Checks resources as Storm's own TestRebalance does. */
    @Test
    void rebalanceNormalisesTheNamesOfResourcesOfSpouts() throws Exception {
        LocalCluster.Builder aware =
                new LocalCluster.Builder()
                        .withDaemonConf(
                                "storm.scheduler",
                                "org.apache.storm.scheduler.resource.ResourceAwareScheduler");
        TopologyBuilder builder = TestTopologies.numbers(name, 10);
        builder.setBolt("sink", new TestPlannerBolt(), 1).shuffleGrouping("numbers");
        RebalanceOptions options = new RebalanceOptions();
        String older = Config.TOPOLOGY_COMPONENT_CPU_PCORE_PERCENT;
        options.set_topology_resources_overrides(
                Map.of("numbers", Map.of(older, 25.0), "sink", Map.of(older, 30.0)));
        try (LocalCluster other = aware.build()) {
            other.submitTopology("resources", Map.of(), builder.createTopology());
            other.rebalance("resources", options);

            TopologySummary summary = other.getTopologySummaryByName("resources");
            assertThat(summary.get_sched_status())
                    .isEqualTo("Running - Fully Scheduled by DefaultResourceAwareStrategy");
            StormTopology topology = other.getTopology(summary.get_id());
            assertThat(requireNonNull(topology.get_spouts().get("numbers")).get_common())
                    .extracting(ComponentCommon::get_json_conf)
                    .asString()
                    .contains("\"cpu.pcore.percent\":25.0")
                    .doesNotContain(older);
            assertThat(requireNonNull(topology.get_bolts().get("sink")).get_common())
                    .extracting(ComponentCommon::get_json_conf)
                    .asString()
                    .contains(older); // as on Storm
        }
    }

    /** A bolt whose prepare returns when the test's latch is released. */
    static class LateBolt extends TestPlannerBolt {
        private static final long serialVersionUID = 1;
        static volatile CountDownLatch mayOpen = new CountDownLatch(1);

        @Override
        public void prepare(
                Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            super.prepare(conf, context, collector);
            try {
                mayOpen.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void rebalanceOfATopologyThatIsOpeningFollowsWhenItIsOpen() throws Exception {
        LateBolt.mayOpen = new CountDownLatch(1);
        TopologyBuilder builder = TestTopologies.numbers(name, 10);
        builder.setBolt("sink", new LateBolt(), 1).setNumTasks(4).shuffleGrouping("numbers");
        cluster.submitTopology(name, Map.of(), builder.createTopology());
        RebalanceOptions options = new RebalanceOptions();
        options.put_to_num_executors("sink", 3);
        try {
            cluster.rebalance(name, options); // would wait until the test's time limit

            assertThat(executors(name, "sink")).isEqualTo(1);
        } finally {
            LateBolt.mayOpen.countDown();
        }
        Recorder.await("three executors", () -> executors(name, "sink") == 3);
    }

    @Test
    void rebalancesWaitInTheQueueOfOrdersAndMoreAreRefused() throws Exception {
        LateBolt.mayOpen = new CountDownLatch(1);
        TopologyBuilder builder = TestTopologies.numbers(name, 10);
        builder.setBolt("sink", new LateBolt(), 1).setNumTasks(4).shuffleGrouping("numbers");
        cluster.submitTopology(name, Map.of(), builder.createTopology());
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            CompletionService<Void> orders = new ExecutorCompletionService<>(threads);
            for (int i = 0; i < 5; i++) {
                RebalanceOptions options = new RebalanceOptions();
                options.put_to_num_executors("sink", 3);
                orders.submit(
                        () -> {
                            cluster.rebalance(name, options);
                            return null;
                        });
            }

            Future<Void> first = orders.take(); // the others wait for the bolt
            assertThatThrownBy(first::get)
                    .hasRootCauseInstanceOf(IllegalStateException.class)
                    .hasStackTraceContaining("another operation on topology '" + name + "'");
            LateBolt.mayOpen.countDown();
            for (int i = 0; i < 4; i++) {
                orders.take().get();
            }
        } finally {
            LateBolt.mayOpen.countDown();
            threads.shutdownNow();
        }
        assertThat(executors(name, "sink")).isEqualTo(3);
    }

    @Test
    void rebalanceChangesTheConfigurationOfExecutors() throws Exception {
        TopologyBuilder builder = TestTopologies.numbers(name, 10);
        builder.setBolt("sink", new TestPlannerBolt(), 1).setNumTasks(4).shuffleGrouping("numbers");
        cluster.submitTopology("live", Map.of(), builder.createTopology());
        RebalanceOptions options = new RebalanceOptions();
        options.set_topology_conf_overrides(
                "{\"topology.max.spout.pending\": 7, \"topology.submitter.user\": \"nobody\","
                        // as sent by 'storm rebalance -c nimbus.seeds=...'
                        + " \"nimbus.seeds\": [\"elsewhere\"], \"nimbus.thrift.port\": 7}");

        cluster.rebalance("live", options);

        String id = cluster.getTopologyInfoByName("live").get_id();
        assertThat(cluster.getTopologyConf(id))
                .contains("\"topology.max.spout.pending\":7")
                .doesNotContain("elsewhere");
        options.set_topology_conf_overrides("{\"topology.workers\": 7, \"my.key\": 1}");
        assertThatThrownBy(() -> cluster.rebalance("live", options))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining(
                        "topology 'live': [my.key, topology.workers] can't change while the"
                                + " topology runs; kill it and submit it");
        options.set_topology_conf_overrides("{\"topology.max.spout.pending\": \"many\"}");
        assertThatThrownBy(() -> cluster.rebalance("live", options))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("TOPOLOGY_MAX_SPOUT_PENDING must be an Integer");
        options.set_topology_conf_overrides("[7]");
        assertThatThrownBy(() -> cluster.rebalance("live", options))
                .isInstanceOf(InvalidTopologyException.class)
                .hasMessageContaining("must be a JSON object, but is [7]");
    }

    private long executors(String topology, String component) {
        try {
            return cluster.getTopologyInfoByName(topology).get_executors().stream()
                    .filter(executor -> executor.get_component_id().equals(component))
                    .count();
        } catch (TException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void namesWhatItDoesNotSupport() {
        LocalCluster.Builder builder = new LocalCluster.Builder();
        assertThatThrownBy(() -> builder.withTopoCache(new TopoCache()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("withTopoCache")
                .hasMessageContaining("leave it out");
        assertThatThrownBy(() -> builder.withINimbus(new INimbus() {}))
                .hasMessageContaining("withINimbus");
        assertThatThrownBy(() -> builder.withNimbusWrapper(nimbus -> nimbus))
                .hasMessageContaining("withNimbusWrapper");
        assertThatThrownBy(() -> cluster.getClusterState().removeStorm(name))
                .hasMessageContaining("removeStorm");
        assertThatThrownBy(() -> cluster.advanceClusterTime(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("simulate");
        assertThatThrownBy(cluster::getThriftServerPort).hasMessageContaining("withNimbusDaemon");
    }

    @Test
    void buildsWithStormsOwnPartsWhereNothingReplacesThem() throws Exception {
        LocalCluster.Builder builder =
                new LocalCluster.Builder()
                        .withINimbus(null)
                        .withGroupMapper(null)
                        .withNimbusWrapper(null)
                        .withBlobStore(null)
                        .withTopoCache(null)
                        .withClusterState(null)
                        .withLeaderElector(null)
                        .withSupervisorSlotPortMin(null)
                        .withNimbusDaemon(null)
                        .withTracked(null)
                        .withSimulatedTime(false);
        try (LocalCluster plain = builder.build()) {
            assertThat(plain.getTrackedId()).isNull();
        }
    }

    @Test
    void countsSupervisorsAndTheirSlots() throws Exception {
        assertThat(cluster.getClusterInfo().get_supervisors())
                .extracting(supervisor -> supervisor.get_num_workers())
                .containsExactly(3, 3);
        cluster.submitTopology(name, new Config(), numbers(1));

        assertThat(cluster.addSupervisor(7, "seventh").getId()).isEqualTo("seventh");

        assertThat(cluster.getClusterInfo().get_supervisors())
                .extracting(supervisor -> supervisor.get_num_used_workers())
                .containsExactly(1, 0, 0);
        assertThat(cluster.getSupervisor("seventh")).isNotNull();
        cluster.killSupervisor("seventh");
        assertThat(cluster.getSupervisor("seventh")).isNull();
        assertThat(cluster.getClusterInfo().get_supervisors_size()).isEqualTo(2);
    }

    @Test
    void showsWhatTheClustersStateWouldHold() throws Exception {
        cluster.submitTopology(name, new Config(), numbers(1));
        String id = cluster.getTopologySummaryByName(name).get_id();
        IStormClusterState state = cluster.getClusterState();

        assertThat(state.getTopoId(name)).contains(id);
        assertThat(state.getTopoId("other")).isEmpty();
        assertThat(state.activeStorms()).containsExactly(id);
        assertThat(state.assignmentInfo(id, null).get_executor_node_port())
                .containsOnlyKeys(List.of(1L, 1L), List.of(2L, 2L), List.of(3L, 3L));
        assertThat(state.errors(id, "numbers")).isEmpty();
        state.disconnect();

        cluster.killTopologyWithOpts(name, LocalCluster.KILL_NOW);
        awaitGone();
        assertThat(state.assignmentInfo(id, null)).isNull();
    }

    @Test
    void namesTheKeyThatDoesNotSurviveJson() {
        Map<String, Object> conf = Map.of("fine", 1, "mine", new Object());
        assertThatThrownBy(() -> cluster.submitTopology(name, conf, numbers(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[mine]")
                .hasMessageContaining("JSON");
    }

    @Test
    void answersStormsClientsThroughAThriftServer() throws Exception {
        cluster.close();
        LocalCluster.Builder builder =
                new LocalCluster.Builder()
                        .withNimbusDaemon()
                        .withDaemonConf(Config.NIMBUS_THRIFT_PORT, 0);
        try (LocalCluster served = builder.build()) {
            served.submitTopology(name, new Config(), numbers(1));
            try (NimbusClient client =
                    NimbusClient.Builder.withConf(served.getDaemonConf())
                            .buildWithNimbusHostPort("localhost", served.getThriftServerPort())) {
                assertThat(client.getClient().getTopologySummaryByName(name).get_status())
                        .isEqualTo("ACTIVE");
            }
        }
    }
}
