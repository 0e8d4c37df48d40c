package io.eyewall.differential.program;

import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.topology.TopologyBuilder;

/** Other numbers of executors for a topology that runs. */
final class RebalancePrograms {
    private static final int TUPLES = 60;

    private RebalancePrograms() {}

    static List<Program> all() {
        return List.of(
                Program.of(
                        "rebalance-executors",
                        "Rebalance changes executors, not tasks; at most one per task.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        RebalancePrograms::executors),
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
