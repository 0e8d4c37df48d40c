package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.shade.net.minidev.json.JSONValue;
import org.apache.storm.topology.TopologyBuilder;

/** Programs about changes of the number of executors of a running topology. */
public final class RebalancePrograms {
    private static final int TUPLES = 60;

    private RebalancePrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "rebalance-executors",
                        "Rebalance changes executors, not tasks; at most one per task.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        RebalancePrograms::executors),
                Program.of(
                                "rebalance-resources",
                                "Rebalance overrides what a component asks of the scheduler.",
                                "daemon/nimbus/Nimbus.java (storm-server)",
                                RebalancePrograms::resources)
                        .onOwnCluster(), // Storm then shows this kind of resource on all pages
                Program.of(
                                "rebalance-refused",
                                "Rebalance of an unknown name, or to no executors, throws.",
                                "daemon/nimbus/Nimbus.java (storm-server)",
                                RebalancePrograms::refused)
                        .differs(
                                "none", "the message also says which component's number is wrong"));
    }

    private static RebalanceOptions to(String component, int executors) {
        RebalanceOptions options = new RebalanceOptions();
        options.set_wait_secs(0);
        options.put_to_num_executors(component, executors);
        return options;
    }

    private static int executorsOf(RunningTopology topology, String component) throws Exception {
        return (int)
                topology.info().get_executors().stream()
                        .filter(e -> e.get_component_id().equals(component))
                        .count();
    }

    private static void executors(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(TUPLES), 1);
        builder.setBolt("sink", ProbeBolt.recording(), 1).setNumTasks(4).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", TUPLES);
        for (int wanted : new int[] {3, 9, 1}) {
            stage.cluster().rebalance(topology.name(), to("sink", wanted));
            int expected = Math.min(wanted, 4);
            stage.awaitTrue(
                    expected + " executors", () -> executorsOf(topology, "sink") == expected);
        }
        stage.fact(
                "tasks",
                stage.cluster().getTopologyInfo(topology.id()).get_executors().stream()
                        .filter(e -> e.get_component_id().equals("sink"))
                        .map(
                                e ->
                                        e.get_executor_info().get_task_start()
                                                + "-"
                                                + e.get_executor_info().get_task_end())
                        .toList());
    }

    private static void resources(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1), 1);
        builder.setBolt("sink", ProbeBolt.recording(), 1)
                .setCPULoad(10)
                .setMemoryLoad(64, 16)
                .addResource("gpu.count", 1)
                .shuffleGrouping("source");
        builder.setBolt("other", ProbeBolt.recording(), 1)
                .setCPULoad(10)
                .setMemoryLoad(64, 16)
                .shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 2);
        stage.fact("status", String.valueOf(topology.info().get_sched_status()));
        stage.fact("before", resourcesOf(stage, topology));
        RebalanceOptions options = new RebalanceOptions();
        options.set_wait_secs(0);
        options.set_topology_resources_overrides(
                Map.of(
                        "sink",
                                Map.of(
                                        "topology.component.cpu.pcore.percent",
                                        25.0,
                                        "gpu.count",
                                        2.0),
                        "other", Map.of("cpu.pcore.percent", 30.0, "onheap.memory.mb", 70.0),
                        "source", Map.of("onheap.memory.mb", 99.0),
                        "nobody", Map.of("onheap.memory.mb", 1.0)));
        stage.fact(
                "rebalance", Attempt.at(() -> stage.cluster().rebalance(topology.name(), options)));
        stage.awaitTrue(
                "overridden", () -> resourcesOf(stage, topology).toString().contains("99.0"));
        stage.fact("after", resourcesOf(stage, topology));
        stage.awaitTrue("active", () -> topology.status().equals("ACTIVE"));
        stage.fact("status after", String.valueOf(topology.info().get_sched_status()));
        options.set_topology_resources_overrides(
                Map.of(
                        "sink", Map.of("cpu.pcore.percent", 40.0),
                        "other", Map.of("cpu.pcore.percent", 50.0)));
        stage.cluster().rebalance(topology.name(), options);
        stage.awaitTrue(
                "overridden again", () -> resourcesOf(stage, topology).toString().contains("50.0"));
        stage.fact("again", resourcesOf(stage, topology));
    }

    private static Map<String, String> resourcesOf(Stage stage, RunningTopology topology)
            throws Exception {
        return resourcesOf(stage.cluster().getTopology(topology.id()));
    }

    /** Returns the resources in each component's configuration, sorted. */
    private static Map<String, String> resourcesOf(StormTopology topology) {
        Map<String, String> found = new TreeMap<>();
        topology.get_spouts().forEach((id, spout) -> found.put(id, ofConf(spout.get_common())));
        topology.get_bolts().forEach((id, bolt) -> found.put(id, ofConf(bolt.get_common())));
        return found;
    }

    private static String ofConf(ComponentCommon common) {
        Map<String, Object> sorted = new TreeMap<>();
        String json = common.get_json_conf();
        if (json != null) {
            ((Map<?, ?>) JSONValue.parse(json))
                    .forEach(
                            (key, value) -> {
                                String name = (String) key;
                                if (name.startsWith("topology.component.")) {
                                    sorted.put(
                                            name,
                                            value instanceof Map<?, ?> map
                                                    ? new TreeMap<>(map)
                                                    : value);
                                }
                            });
        }
        return sorted.toString();
    }

    private static void refused(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1), 1);
        builder.setBolt("sink", ProbeBolt.recording(), 1).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 1);
        stage.fact(
                "unknown",
                Attempt.at(() -> stage.cluster().rebalance("no-such-name", to("sink", 1))));
        stage.fact(
                "none",
                Attempt.at(() -> stage.cluster().rebalance(topology.name(), to("sink", 0))));
    }
}
