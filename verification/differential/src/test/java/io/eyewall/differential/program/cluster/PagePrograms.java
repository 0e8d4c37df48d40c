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
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.CommonAggregateStats;
import org.apache.storm.generated.ComponentAggregateStats;
import org.apache.storm.generated.ComponentPageInfo;
import org.apache.storm.generated.DebugOptions;
import org.apache.storm.generated.ExecutorAggregateStats;
import org.apache.storm.generated.ExecutorSummary;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.SupervisorPageInfo;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.generated.TopologyPageInfo;
import org.apache.storm.generated.TopologyStats;
import org.apache.storm.generated.WorkerSummary;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/** Programs about the pages of Storm's UI, as a cluster returns them. */
public final class PagePrograms {
    private static final String ALL_TIME = ":all-time";
    private static final int TUPLES = 40;

    private PagePrograms() {}

    public static List<Program> all() {
        return List.of(
                program(
                        "topology-page",
                        "A topology's page sums up its components and windows.",
                        PagePrograms::topologyPage),
                program(
                        "topology-page-with-system",
                        "A topology's page shows Storm's own components if they are wanted.",
                        PagePrograms::withSystem),
                program(
                        "component-page-of-spout",
                        "A spout's page tells what became of its messages, by stream.",
                        PagePrograms::spoutPage),
                program(
                        "component-page-of-bolt",
                        "A bolt's page tells its inputs, outputs, executors and errors.",
                        PagePrograms::boltPage),
                program(
                        "supervisor-page",
                        "A supervisor's page lists its slots and the workers in them.",
                        PagePrograms::supervisorPage),
                program(
                        "page-of-unknown",
                        "There is no page of a topology that is unknown.",
                        PagePrograms::unknown));
    }

    private static Program program(String name, String shows, Program.Body body) {
        return Program.of(name, shows, "stats/StatsUtil.java (storm-server)", body);
    }

    private static Nimbus.Iface nimbus(Stage stage) {
        return ((LocalCluster) stage.cluster()).getNimbus(); // Storm's cluster refuses page calls
    }

    /**
     * Submits a topology of a source, a middle bolt and a sink; all messages except every tenth are
     * acked.
     */
    private static RunningTopology submit(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbersWithIds(TUPLES))
                .setMemoryLoad(64, 16)
                .setCPULoad(20);
        ProbeBolt middle =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.collector().emit(tuple, new Values(tuple.getInteger(0)));
                                    if (tuple.getInteger(0) % 4 == 0) {
                                        task.collector().emit("few", tuple, new Values("few"));
                                    }
                                    task.collector().ack(tuple);
                                })
                        .declares("default", "n")
                        .declares("few", "text");
        builder.setBolt("middle", middle, 2).setNumTasks(3).fieldsGrouping("source", fields());
        ProbeBolt sink =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            if (tuple.getInteger(0) % 10 == 0) {
                                task.collector().reportError(new IllegalStateException("a tenth"));
                                task.collector().fail(tuple);
                            } else {
                                task.collector().ack(tuple);
                            }
                        });
        builder.setBolt("sink", sink).addConfiguration("my.key", 1).shuffleGrouping("middle");
        Config conf = stage.conf();
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0);
        conf.put(Config.TOPOLOGY_EVENTLOGGER_EXECUTORS, 1);
        conf.put(Config.NUM_STAT_BUCKETS, 10);
        RunningTopology topology = stage.submit(builder, conf);
        stage.await("acked", TUPLES * 9 / 10);
        stage.await("failed", TUPLES / 10);
        stage.awaitTrue(
                "complete statistics",
                () -> {
                    TopologyPageInfo page = page(stage, topology, false);
                    Map<String, ComponentAggregateStats> bolts = page.get_id_to_bolt_agg_stats();
                    return bolts.containsKey("sink")
                            && bolts.get("sink").get_common_stats().get_acked() == TUPLES * 9L / 10
                            && bolts.get("middle").get_common_stats().get_acked() == TUPLES
                            && page.get_topology_stats()
                                            .get_window_to_acked()
                                            .getOrDefault(ALL_TIME, 0L)
                                    == TUPLES * 9L / 10;
                });
        Thread.sleep(2_500); // executors send their statistics one after another
        return topology;
    }

    private static org.apache.storm.tuple.Fields fields() {
        return new org.apache.storm.tuple.Fields("value");
    }

    private static TopologyPageInfo page(Stage stage, RunningTopology topology, boolean system)
            throws Exception {
        return nimbus(stage).getTopologyPageInfo(topology.id(), ALL_TIME, system);
    }

    private static ComponentPageInfo page(Stage stage, RunningTopology topology, String component)
            throws Exception {
        return nimbus(stage).getComponentPageInfo(topology.id(), component, ALL_TIME, false);
    }

    private static void topologyPage(Stage stage) throws Exception {
        RunningTopology topology = submit(stage);
        nimbus(stage).debug(stage.name(), null, true, 250);
        TopologyPageInfo page = page(stage, topology, false);
        stage.fact("id", page.get_id().equals(topology.id()));
        stage.fact("name", page.get_name());
        stage.fact("status", page.get_status());
        stage.fact("tasks", page.get_num_tasks());
        stage.fact("executors", page.get_num_executors());
        stage.fact("workers", page.get_num_workers());
        stage.fact("uptime", page.get_uptime_secs() >= 0 && page.get_uptime_secs() < 120);
        stage.fact("owner", System.getProperty("user.name").equals(page.get_owner()));
        stage.fact("hasConf", page.get_topology_conf().contains("\"differential.run\""));
        stage.fact("version", page.get_storm_version());
        stage.fact("debug", text(page.get_debug_options()));
        TopologyStats stats = page.get_topology_stats();
        stage.fact("windows", new TreeSet<>(stats.get_window_to_emitted().keySet()));
        stage.fact("emitted", stats.get_window_to_emitted().get(ALL_TIME));
        stage.fact("transferred", stats.get_window_to_transferred().get(ALL_TIME));
        stage.fact("acked", stats.get_window_to_acked().get(ALL_TIME));
        stage.fact("failed", stats.get_window_to_failed().get(ALL_TIME));
        stage.fact("latency", stats.get_window_to_complete_latencies_ms().get(ALL_TIME) >= 0);
        stage.fact("spouts", texts(page.get_id_to_spout_agg_stats()));
        stage.fact("bolts", texts(page.get_id_to_bolt_agg_stats()));
        Map<String, String> errors = new TreeMap<>();
        Map<String, Object> resources = new TreeMap<>();
        Map<String, ComponentAggregateStats> all = new TreeMap<>(page.get_id_to_bolt_agg_stats());
        all.putAll(page.get_id_to_spout_agg_stats());
        all.forEach(
                (id, component) -> {
                    errors.put(
                            id,
                            component.is_set_last_error()
                                    ? component.get_last_error().get_error().split("\\R")[0]
                                    : "none");
                    resources.put(
                            id, new TreeMap<>(component.get_common_stats().get_resources_map()));
                });
        stage.fact("lastErrors", errors);
        stage.fact("resources", resources);
        List<String> workers = new ArrayList<>();
        for (WorkerSummary worker : page.get_workers()) {
            workers.add(text(worker));
        }
        stage.fact("workerSummaries", workers);
        nimbus(stage).debug(stage.name(), "", false, 0);
        stage.fact("debugOff", text(page(stage, topology, false).get_debug_options()));
    }

    private static String text(DebugOptions options) {
        return options == null ? "none" : options.is_enable() + " " + options.get_samplingpct();
    }

    private static String text(WorkerSummary worker) {
        return worker.get_topology_name()
                + " executors "
                + worker.get_num_executors()
                + " tasks "
                + new TreeMap<>(worker.get_component_to_num_tasks())
                + " place "
                + (worker.get_host() != null && worker.get_port() > 0)
                + " "
                + (worker.get_supervisor_id() != null)
                + " owner "
                + System.getProperty("user.name").equals(worker.get_owner());
    }

    private static <K> Map<String, String> texts(Map<K, ComponentAggregateStats> stats) {
        Map<String, String> texts = new TreeMap<>();
        stats.forEach((key, one) -> texts.put(key.toString(), text(one)));
        return texts;
    }

    private static String text(ComponentAggregateStats stats) {
        CommonAggregateStats common = stats.get_common_stats();
        String text =
                "%s executors %d tasks %d emitted %d transferred %d acked %d failed %d"
                        .formatted(
                                stats.get_type(),
                                common.get_num_executors(),
                                common.get_num_tasks(),
                                common.get_emitted(),
                                common.get_transferred(),
                                common.get_acked(),
                                common.get_failed());
        return stats.get_specific_stats().is_set_bolt()
                ? text + " executed " + stats.get_specific_stats().get_bolt().get_executed()
                : text;
    }

    private static void withSystem(Stage stage) throws Exception {
        RunningTopology topology = submit(stage);
        TopologyPageInfo page = page(stage, topology, true);
        stage.fact("spouts", new TreeSet<>(page.get_id_to_spout_agg_stats().keySet()));
        stage.fact("bolts", new TreeSet<>(page.get_id_to_bolt_agg_stats().keySet()));
        List<String> workers = new ArrayList<>();
        page.get_workers().forEach(worker -> workers.add(text(worker)));
        stage.fact("workerSummaries", workers);
    }

    private static void component(Stage stage, ComponentPageInfo page) {
        stage.fact("id", page.get_component_id());
        stage.fact("type", page.get_component_type().name());
        stage.fact("topology", page.get_topology_name() + " " + page.get_topology_status());
        stage.fact("executors", page.get_num_executors());
        stage.fact("tasks", page.get_num_tasks());
        stage.fact("windows", new TreeSet<>(page.get_window_to_stats().keySet()));
        stage.fact("allTime", text(page.get_window_to_stats().get(ALL_TIME)));
        stage.fact("outputs", texts(page.get_sid_to_output_stats()));
        TreeSet<String> executors = new TreeSet<>();
        for (ExecutorAggregateStats executor : page.get_exec_stats()) {
            ExecutorSummary place = executor.get_exec_summary();
            executors.add(
                    place.get_executor_info()
                            + " "
                            + place.get_component_id()
                            + " "
                            + (place.get_host() != null && place.get_port() > 0)
                            + " "
                            + text(executor.get_stats()));
        }
        stage.fact("executorStats", executors);
        List<String> errors = new ArrayList<>();
        page.get_errors().forEach(error -> errors.add(error.get_error().split("\\R")[0]));
        stage.fact("errors", errors);
        stage.fact("resources", new TreeMap<>(page.get_resources_map()));
        stage.fact("eventLogger", page.is_set_eventlog_host() && page.get_eventlog_port() > 0);
        stage.fact("debug", text(page.get_debug_options()));
    }

    private static void spoutPage(Stage stage) throws Exception {
        RunningTopology topology = submit(stage);
        ComponentPageInfo page = page(stage, topology, "source");
        component(stage, page);
        stage.fact("hasInputs", page.is_set_gsid_to_input_stats());
    }

    private static void boltPage(Stage stage) throws Exception {
        RunningTopology topology = submit(stage);
        nimbus(stage).debug(stage.name(), "middle", true, 20);
        ComponentPageInfo page = page(stage, topology, "middle");
        component(stage, page);
        Map<String, String> inputs = new TreeMap<>();
        page.get_gsid_to_input_stats()
                .forEach(
                        (stream, stats) ->
                                inputs.put(
                                        stream.get_componentId() + "/" + stream.get_streamId(),
                                        text(stats)));
        stage.fact("inputs", inputs);
        List<String> errors = new ArrayList<>();
        page(stage, topology, "sink")
                .get_errors()
                .forEach(error -> errors.add(error.get_error().split("\\R")[0]));
        stage.fact("errorsOfSink", errors);
    }

    private static void supervisorPage(Stage stage) throws Exception {
        RunningTopology topology = submit(stage);
        // On a busy machine the sessions of Storm's supervisors expire, and the supervisors are
        // temporarily missing.
        stage.awaitTrue("a worker", () -> !workers(stage, topology).isEmpty());
        stage.fact("workers", workers(stage, topology));
        List<SupervisorSummary> listed = stage.cluster().getClusterInfo().get_supervisors();
        int pages = 0;
        for (SupervisorSummary supervisor : listed) {
            pages += page(stage, supervisor).get_supervisor_summaries_size();
        }
        stage.fact("pages", pages == listed.size());
        SupervisorPageInfo ofHost =
                nimbus(stage).getSupervisorPageInfo(null, listed.get(0).get_host(), false);
        stage.fact("ofHost", ofHost.get_supervisor_summaries_size() == listed.size());
    }

    private static SupervisorPageInfo page(Stage stage, SupervisorSummary supervisor)
            throws Exception {
        return nimbus(stage).getSupervisorPageInfo(supervisor.get_supervisor_id(), null, false);
    }

    /** Returns the workers of a topology according to the pages of all supervisors. */
    private static List<String> workers(Stage stage, RunningTopology topology) throws Exception {
        List<String> workers = new ArrayList<>();
        for (SupervisorSummary supervisor : stage.cluster().getClusterInfo().get_supervisors()) {
            SupervisorPageInfo page = page(stage, supervisor);
            if (page.is_set_worker_summaries()) {
                for (WorkerSummary worker : page.get_worker_summaries()) {
                    if (worker.get_topology_id().equals(topology.id())) {
                        workers.add(text(worker));
                    }
                }
            }
        }
        return workers;
    }

    private static void unknown(Stage stage) throws Exception {
        stage.fact(
                "topology",
                typeOf(() -> nimbus(stage).getTopologyPageInfo("none-1-1", ALL_TIME, false)));
        stage.fact(
                "component",
                typeOf(() -> nimbus(stage).getComponentPageInfo("none-1-1", "x", ALL_TIME, false)));
    }

    private static String typeOf(Attempt.Call call) {
        return Attempt.at(call).replaceAll(":.*", "");
    }
}
