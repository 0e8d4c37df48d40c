package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.Errors;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.Config;
import org.apache.storm.generated.BoltStats;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.SpoutStats;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Programs about the cluster's information on its topologies: summaries, executors, stats, errors.
 */
public final class InfoPrograms {
    private static final int TUPLES = 40;

    private InfoPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "topology-summary",
                        "A summary counts tasks, executors and workers and knows the status.",
                        "generated/TopologySummary.java",
                        InfoPrograms::summary),
                Program.of(
                        "topology-and-conf-by-id",
                        "getTopology returns the topology with its system components.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        InfoPrograms::topologyById),
                Program.of(
                        "executor-stats",
                        "Executors' stats count what was emitted, executed, acked and failed.",
                        "stats/CommonStats.java",
                        InfoPrograms::stats),
                Program.of(
                        "errors-reported",
                        "reportError shows up under its component, at most five per ten seconds.",
                        "executor/error/ReportError.java",
                        InfoPrograms::errors),
                Program.of(
                        "error-text",
                        "A reported error is shown as its stack trace with causes.",
                        "cluster/StormClusterStateImpl.java",
                        InfoPrograms::errorText));
    }

    private static void summary(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1), 2).setNumTasks(3);
        builder.setBolt("sink", ProbeBolt.recording(), 2).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 3);
        for (TopologySummary summary : stage.cluster().getClusterInfo().get_topologies()) {
            if (summary.get_name().equals(stage.name())) {
                stage.fact("tasks", summary.get_num_tasks());
                stage.fact("executors", summary.get_num_executors());
                stage.fact("workers", summary.get_num_workers());
                stage.fact("status", summary.get_status());
            }
        }
        TopologyInfo info = topology.info();
        stage.fact("infoName", info.get_name());
        stage.fact("infoStatus", info.get_status());
        stage.fact("sameId", info.get_id().equals(topology.id()));
        stage.fact("uptimeIsSmall", info.get_uptime_secs() >= 0 && info.get_uptime_secs() < 120);
        TreeSet<String> hosts = new TreeSet<>();
        info.get_executors().forEach(executor -> hosts.add(executor.get_host()));
        stage.fact("hosts", hosts.size());
    }

    private static void topologyById(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        RunningTopology running = stage.submit(builder);
        stage.await("received", 1);
        StormTopology topology = stage.cluster().getTopology(running.id());
        stage.fact("bolts", topology.get_bolts().keySet());
        stage.fact("spouts", topology.get_spouts().keySet());
        stage.fact(
                "streamsOfSource",
                topology.get_spouts().get("source").get_common().get_streams().keySet());
        stage.fact(
                "inputsOfSink",
                topology.get_bolts().get("sink").get_common().get_inputs().keySet());
        String conf = stage.cluster().getTopologyConf(running.id());
        stage.fact("confNamesIt", conf.contains("\"topology.name\":\"" + stage.name() + "\""));
        stage.fact("confHasRun", conf.contains("\"differential.run\":\"" + stage.name() + "\""));
    }

    private static void stats(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(TUPLES));
        builder.setBolt("middle", ProbeBolt.passing("n")).shuffleGrouping("source");
        ProbeBolt picky =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getInteger(0) % 10 == 0) {
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", picky, 2).allGrouping("middle");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0);
        RunningTopology topology = stage.submit(builder, conf);
        stage.await("acked", TUPLES * 9 / 10);
        stage.await("failed", TUPLES / 10);
        stage.awaitTrue(
                "complete stats",
                () -> {
                    Map<String, Object> source = of(topology.info()).get("source");
                    return source != null
                            && source.get("acked").equals(Map.of("default", TUPLES * 9L / 10))
                            && source.get("failed").equals(Map.of("default", TUPLES / 10L));
                });
        // Executors send their stats one after another.
        Thread.sleep(2_500);
        of(topology.info()).forEach(stage::fact);
        stage.fact("windows", windows(topology.info()));
    }

    private static Set<String> windows(TopologyInfo info) {
        TreeSet<String> windows = new TreeSet<>();
        for (ExecutorSummary executor : info.get_executors()) {
            if (executor.is_set_stats()) {
                windows.addAll(executor.get_stats().get_emitted().keySet());
            }
        }
        return windows;
    }

    /** Returns the all-time counts of all executors by component, without system streams. */
    private static Map<String, Map<String, Object>> of(TopologyInfo info) {
        Map<String, Map<String, Map<String, Long>>> sums = new TreeMap<>();
        for (ExecutorSummary executor : info.get_executors()) {
            String component = executor.get_component_id();
            if (!component.startsWith("__") && executor.is_set_stats()) {
                ExecutorStats stats = executor.get_stats();
                Map<String, Map<String, Long>> mine =
                        sums.computeIfAbsent(component, id -> new TreeMap<>());
                add(mine, "emitted", stats.get_emitted());
                add(mine, "transferred", stats.get_transferred());
                if (stats.get_specific().is_set_bolt()) {
                    BoltStats bolt = stats.get_specific().get_bolt();
                    add(mine, "acked", bolt.get_acked());
                    add(mine, "failed", bolt.get_failed());
                    add(mine, "executed", bolt.get_executed());
                } else {
                    SpoutStats spout = stats.get_specific().get_spout();
                    add(mine, "acked", spout.get_acked());
                    add(mine, "failed", spout.get_failed());
                }
            }
        }
        Map<String, Map<String, Object>> result = new TreeMap<>();
        sums.forEach((component, counts) -> result.put(component, new TreeMap<>(counts)));
        return result;
    }

    private static <K> void add(
            Map<String, Map<String, Long>> sums, String kind, Map<String, Map<K, Long>> byWindow) {
        Map<String, Long> sum = sums.computeIfAbsent(kind, k -> new TreeMap<>());
        byWindow.getOrDefault(":all-time", Map.of())
                .forEach(
                        (stream, n) -> {
                            if (!stream.toString().contains("__")) {
                                sum.merge(stream.toString(), n, Long::sum);
                            }
                        });
    }

    private static void errors(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        ProbeSpout spout =
                ProbeSpout.numbers(8)
                        .onOpen(
                                task ->
                                        task.collector()
                                                .reportError(
                                                        new IllegalStateException("from open")));
        builder.setSpout("source", spout);
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.collector()
                                    .reportError(
                                            new IllegalArgumentException(
                                                    "number " + tuple.getInteger(0)));
                            task.note("received", tuple.getInteger(0));
                        });
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 8);
        stage.awaitTrue("errors", () -> Errors.count(topology.info(), "sink") >= 5);
        Thread.sleep(300);
        stage.fact("errors", Errors.of(topology.info()));
        stage.fact("status", topology.status());
        List<String> ports = new ArrayList<>();
        topology.info()
                .get_errors()
                .get("source")
                .forEach(
                        error ->
                                ports.add(
                                        "host "
                                                + (error.get_host() != null)
                                                + " port "
                                                + (error.get_port() > 0)
                                                + " time "
                                                + (error.get_error_time_secs() > 1_000_000_000)));
        stage.fact("placeAndTime", ports);
    }

    private static void errorText(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(1));
        ProbeBolt bolt =
                ProbeBolt.doing(
                        (task, tuple) ->
                                task.collector()
                                        .reportError(
                                                new RuntimeException(
                                                        "outer", new IOException("inner"))));
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.awaitTrue("an error", () -> Errors.count(topology.info(), "sink") > 0);
        String text = topology.info().get_errors().get("sink").get(0).get_error();
        List<String> lines = text.lines().toList();
        stage.fact("firstLine", lines.get(0));
        stage.fact("causes", lines.stream().filter(line -> line.startsWith("Caused by")).toList());
        stage.fact(
                "firstFrame", lines.get(1).replaceAll("lambda\\$\\S+|:\\d+|/0x[0-9a-f]+", "..."));
    }
}
