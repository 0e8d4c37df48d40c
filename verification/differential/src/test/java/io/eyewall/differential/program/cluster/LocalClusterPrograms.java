package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.ISubmitterHook;
import org.apache.storm.LocalCluster;
import org.apache.storm.LocalCluster.LocalTopology;
import org.apache.storm.cluster.IStormClusterState;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.NimbusClient;

/** Programs about the methods that a local cluster offers to its creator. */
public final class LocalClusterPrograms {
    private static final List<String> NOTIFIED = new ArrayList<>();

    private LocalClusterPrograms() {}

    public static List<Program> all() {
        return List.of(
                program(
                        "cluster-builder-defaults",
                        "A cluster that is built has no message timeouts, one that is new has.",
                        LocalClusterPrograms::defaults),
                program(
                        "cluster-builder-refuses",
                        "The builder refuses numbers that make no sense, and takes nulls.",
                        LocalClusterPrograms::refuses),
                program(
                        "cluster-supervisors",
                        "Supervisors can be added and killed, and are listed with their slots.",
                        LocalClusterPrograms::supervisors),
                program(
                        "local-topology",
                        "What submitting returns is a topology that is killed when it is closed.",
                        LocalClusterPrograms::localTopology),
                program(
                                "submit-variants",
                                "Topologies can be submitted inactive, and with a configuration in"
                                        + " JSON.",
                                LocalClusterPrograms::submitVariants)
                        .differs(
                                "notJson",
                                "A configuration that is no JSON makes an InvalidTopologyException,"
                                        + " which the call declares; Storm's LocalCluster throws a"
                                        + " RuntimeException."),
                program(
                        "submitter-hook",
                        "A submitter hook is told of a topology after it has been submitted.",
                        LocalClusterPrograms::submitterHook),
                program(
                        "local-mode-override",
                        "Inside withLocalModeOverride Storm's clients reach a cluster.",
                        LocalClusterPrograms::localModeOverride),
                program(
                        "cluster-state",
                        "The cluster's state names topologies and where executors are.",
                        LocalClusterPrograms::clusterState));
    }

    private static Program program(String name, String shows, Program.Body body) {
        return Program.of(name, shows, "LocalCluster.java (storm-server)", body).onBuiltClusters();
    }

    private static TopologyBuilder numbers(int count) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(count));
        builder.setBolt("sink", ProbeBolt.recording(), 2).setNumTasks(4).shuffleGrouping("source");
        return builder;
    }

    private static void defaults(Stage stage) throws Exception {
        List<String> keys =
                List.of(
                        Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS,
                        Config.TOPOLOGY_SKIP_MISSING_KRYO_REGISTRATIONS,
                        Config.TOPOLOGY_TRIDENT_BATCH_EMIT_INTERVAL_MILLIS,
                        Config.STORM_CLUSTER_MODE,
                        Config.TOPOLOGY_MIN_REPLICATION_COUNT,
                        "my.key");
        stage.onBuilt(
                new LocalCluster.Builder()
                        .withDaemonConf("dropped", 1)
                        .withDaemonConf(Map.of("my.key", "mine"))
                        .withDaemonConf(null)
                        .build(),
                cluster -> {
                    Map<String, Object> built = new TreeMap<>();
                    keys.forEach(key -> built.put(key, cluster.getDaemonConf().get(key)));
                    stage.fact("built", built);
                    stage.fact("dropped", cluster.getDaemonConf().containsKey("dropped"));
                    cluster.getDaemonConf().put("my.key", "changed");
                    stage.fact("isACopy", cluster.getDaemonConf().get("my.key"));
                    stage.fact("trackedId", cluster.getTrackedId());
                    stage.fact("registry", cluster.getMetricRegistry() != null);
                    stage.fact("isLocal", NimbusClient.isLocalOverride());
                });
        stage.onBuilt(
                new LocalCluster(),
                cluster -> {
                    Map<String, Object> created = new TreeMap<>();
                    keys.forEach(key -> created.put(key, cluster.getDaemonConf().get(key)));
                    stage.fact("created", created);
                });
        stage.fact("isLocalAfterwards", NimbusClient.isLocalOverride());
    }

    private static String typeOf(Attempt.Call call) {
        return Attempt.at(call).replaceAll(":.*", "");
    }

    private static void refuses(Stage stage) throws Exception {
        LocalCluster.Builder builder = new LocalCluster.Builder();
        stage.fact("supervisors", typeOf(() -> builder.withSupervisors(-1)));
        stage.fact("ports", typeOf(() -> builder.withPortsPerSupervisor(-1)));
        stage.fact("portMin", typeOf(() -> builder.withSupervisorSlotPortMin(0)));
        builder.withSupervisors(1)
                .withPortsPerSupervisor(2)
                .withSupervisorSlotPortMin(null)
                .withINimbus(null)
                .withGroupMapper(null)
                .withNimbusDaemon(null)
                .withNimbusDaemon(false)
                .withSimulatedTime(false)
                .withNimbusWrapper(null)
                .withBlobStore(null)
                .withTopoCache(null)
                .withClusterState(null)
                .withLeaderElector(null)
                .withTracked(null);
        stage.onBuilt(
                builder.build(),
                cluster -> {
                    stage.submit(numbers(3));
                    stage.await("received", 3);
                    stage.fact("received", stage.sorted("received"));
                });
    }

    private static List<String> listed(LocalCluster cluster) throws Exception {
        List<String> listed = new ArrayList<>();
        for (SupervisorSummary supervisor : cluster.getClusterInfo().get_supervisors()) {
            listed.add(supervisor.get_num_workers() + " slots");
        }
        listed.sort(null);
        return listed;
    }

    private static void awaitListed(Stage stage, LocalCluster cluster, int count) throws Exception {
        stage.awaitTrue(count + " supervisors", () -> listed(cluster).size() == count);
    }

    private static void supervisors(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster.Builder().withSupervisors(1).withPortsPerSupervisor(4).build(),
                cluster -> {
                    awaitListed(stage, cluster, 1);
                    stage.fact("atFirst", listed(cluster));
                    cluster.addSupervisor();
                    cluster.addSupervisor(5);
                    stage.fact("added", cluster.addSupervisor(7, "seven").getId());
                    cluster.addSupervisor(8, Map.of(), "eight");
                    awaitListed(stage, cluster, 5);
                    stage.fact("more", listed(cluster));
                    stage.fact("found", cluster.getSupervisor("seven").getId());
                    stage.fact("notFound", cluster.getSupervisor("nine") == null);
                    cluster.killSupervisor("seven");
                    cluster.killSupervisor("nine");
                    stage.fact("killed", cluster.getSupervisor("seven") == null);
                    RunningTopology topology = stage.submit(numbers(3));
                    stage.await("received", 3);
                    stage.fact("workers", topology.info().get_executors_size());
                });
    }

    private static void localTopology(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster(),
                cluster -> {
                    StormTopology topology = numbers(3).createTopology();
                    LocalTopology submitted =
                            cluster.submitTopology(stage.name(), stage.conf(), topology);
                    stage.await("received", 3);
                    stage.fact("spouts", submitted.get_spouts().keySet());
                    stage.fact("bolts", submitted.get_bolts().keySet());
                    stage.fact("isACopy", submitted != (Object) topology);
                    submitted.close();
                    stage.awaitTrue("the end", () -> cluster.getTopologySummaries().isEmpty());
                });
    }

    private static void submitVariants(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster(),
                cluster -> {
                    cluster.submitTopologyWithOpts(
                            stage.name(),
                            stage.conf(),
                            numbers(3).createTopology(),
                            new SubmitOptions(TopologyInitialStatus.INACTIVE));
                    stage.fact(
                            "inactive",
                            cluster.getTopologySummaryByName(stage.name()).get_status());
                    cluster.activate(stage.name());
                    stage.await("received", 3);
                    stage.fact(
                            "activated",
                            cluster.getTopologySummaryByName(stage.name()).get_status());
                    String json = "{\"differential.run\": \"" + stage.name() + "\"}";
                    String second = stage.name() + "-json";
                    cluster.submitTopology(second, null, json, numbers(2).createTopology());
                    stage.await("received", 5);
                    String third = stage.name() + "-json-with-options";
                    cluster.submitTopologyWithOpts(
                            third,
                            null,
                            json,
                            numbers(1).createTopology(),
                            new SubmitOptions(TopologyInitialStatus.ACTIVE));
                    stage.await("received", 6);
                    TreeSet<String> names = new TreeSet<>();
                    cluster.getTopologySummaries().forEach(t -> names.add(t.get_name()));
                    stage.fact("names", names);
                    stage.fact(
                            "notJson",
                            typeOf(
                                    () ->
                                            cluster.submitTopology(
                                                    stage.name() + "-4",
                                                    null,
                                                    "{not json",
                                                    numbers(1).createTopology())));
                    stage.fact(
                            "notSerializable",
                            typeOf(
                                    () ->
                                            cluster.submitTopology(
                                                    stage.name() + "-5",
                                                    Map.of("set", new TreeSet<>(List.of(1))),
                                                    numbers(1).createTopology())));
                });
    }

    /** A submitter hook that notes its notifications. */
    public static final class Hook implements ISubmitterHook {
        @Override
        public void notify(TopologyInfo info, Map<String, Object> conf, StormTopology topology) {
            NOTIFIED.add(
                    info.get_name() + " " + conf.get("some.key") + " " + topology.get_bolts_size());
        }
    }

    private static void submitterHook(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster(),
                cluster -> {
                    Config conf = stage.conf();
                    conf.put("some.key", "some value");
                    conf.put(
                            Config.STORM_TOPOLOGY_SUBMISSION_NOTIFIER_PLUGIN, Hook.class.getName());
                    cluster.submitTopology(stage.name(), conf, numbers(1).createTopology());
                    stage.fact("notified", List.copyOf(NOTIFIED));
                    cluster.submitTopologyWithOpts(
                            stage.name() + "-2",
                            conf,
                            numbers(1).createTopology(),
                            new SubmitOptions(TopologyInitialStatus.ACTIVE));
                    stage.fact("notifiedWithOptions", NOTIFIED.size());
                    conf.put(Config.STORM_TOPOLOGY_SUBMISSION_NOTIFIER_PLUGIN, "no.such.Hook");
                    stage.fact(
                            "noSuchHook",
                            typeOf(
                                    () ->
                                            cluster.submitTopology(
                                                    stage.name() + "-3",
                                                    conf,
                                                    numbers(1).createTopology())));
                });
    }

    private static void localModeOverride(Stage stage) throws Exception {
        stage.fact(
                "returned",
                LocalCluster.withLocalModeOverride(
                        () -> {
                            NimbusClient.withConfiguredClient(
                                    nimbus ->
                                            nimbus.submitTopology(
                                                    stage.name(),
                                                    null,
                                                    "{\"differential.run\": \""
                                                            + stage.name()
                                                            + "\"}",
                                                    numbers(3).createTopology()));
                            stage.await("received", 3);
                            return "returned " + NimbusClient.isLocalOverride();
                        },
                        0,
                        Map.of("my.key", 1)));
        stage.fact("isLocalAfterwards", NimbusClient.isLocalOverride());
        stage.fact(
                "thrown",
                Attempt.at(
                        () ->
                                LocalCluster.withLocalModeOverride(
                                        () -> {
                                            throw new IllegalStateException("on purpose");
                                        },
                                        0)));
        stage.fact("noClass", typeOf(() -> LocalCluster.main(new String[0])));
    }

    private static void clusterState(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster(),
                cluster -> {
                    RunningTopology topology = stage.submit(numbers(3));
                    stage.await("received", 3);
                    IStormClusterState state = cluster.getClusterState();
                    String id = topology.id();
                    stage.fact("topoId", state.getTopoId(stage.name()).orElse("").equals(id));
                    stage.fact("noTopoId", state.getTopoId("other").isPresent());
                    stage.fact("active", state.activeStorms().equals(List.of(id)));
                    stage.fact("assigned", state.assignments(null).equals(List.of(id)));
                    TreeSet<String> executors = new TreeSet<>();
                    state.assignmentInfo(id, null)
                            .get_executor_node_port()
                            .keySet()
                            .forEach(tasks -> executors.add(tasks.toString()));
                    stage.fact("executors", executors);
                    stage.fact(
                            "startTimes",
                            state.assignmentInfo(id, null).get_executor_start_time_secs_size());
                    stage.fact("errors", state.errors(id, "source"));
                    stage.fact("lastError", state.lastError(id, "source"));
                    topology.killAndAwaitGone(0);
                    stage.fact("afterwards", state.assignmentInfo(id, null) == null);
                    stage.fact("noTopoIdAfterwards", state.getTopoId(stage.name()).isPresent());
                });
    }
}
