package io.eyewall.differential.program.task;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Sequences;
import io.eyewall.differential.stage.Attempt;
import io.eyewall.differential.stage.Probe;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.RunningTopology;
import io.eyewall.differential.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.storm.Config;
import org.apache.storm.ILocalCluster.ILocalTopology;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Values;

/**
 * Programs about activation, deactivation, kill and submission, as the cluster's caller observes
 * them.
 */
public final class ActivationPrograms {
    private ActivationPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                        "deactivate-and-activate",
                        "Between deactivate and activate there is no nextTuple.",
                        "executor/spout/SpoutExecutor.java",
                        ActivationPrograms::deactivate),
                Program.of(
                        "acks-while-inactive",
                        "An inactive spout still gets its acks and fails.",
                        "executor/spout/SpoutExecutor.java",
                        ActivationPrograms::acksWhileInactive),
                Program.of(
                        "submit-inactive",
                        "A topology submitted inactive opens and prepares when it is activated.",
                        "executor/spout/SpoutExecutor.java",
                        ActivationPrograms::submitInactive),
                Program.of(
                        "kill-waits",
                        "For the kill's wait time bolts go on and spouts still get acks.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        ActivationPrograms::killWaits),
                Program.of(
                        "name-taken",
                        "The name of a running topology cannot be submitted again.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        ActivationPrograms::nameTaken),
                Program.of(
                        "no-such-topology",
                        "Kill, activate and deactivate of an unknown name throw.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        ActivationPrograms::noSuchTopology),
                Program.of(
                        "name-free-after-kill",
                        "When a topology is gone its name is free, and everything starts anew.",
                        "daemon/nimbus/Nimbus.java (storm-server)",
                        ActivationPrograms::nameFree),
                Program.of(
                        "several-topologies",
                        "Topologies with equal component names in one cluster do not mix.",
                        "daemon/worker/Worker.java",
                        ActivationPrograms::several),
                Program.of(
                        "local-topology-is-closeable",
                        "Closing what submitTopology returned kills the topology.",
                        "LocalCluster.java (storm-server)",
                        ActivationPrograms::closeable),
                Program.of(
                                "cluster-close",
                                "Closing the cluster closes spouts and cleans up bolts.",
                                "LocalCluster.java (storm-server)",
                                ActivationPrograms::clusterClose)
                        .onOwnCluster());
    }

    private static ProbeSpout lifecycleNoting(ProbeSpout spout) {
        return spout.onLifecycle((task, call) -> task.note("calls", call));
    }

    /** Returns a spout that emits a number every 5 ms. */
    private static ProbeSpout ticking() {
        return ProbeSpout.doing(
                task -> {
                    Thread.sleep(5);
                    task.collector().emit(new Values(task.nextStep()));
                });
    }

    private static void deactivate(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", lifecycleNoting(ticking()));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 20);
        stage.fact("statusBefore", topology.status());
        topology.deactivate();
        stage.await("calls", 3);
        Thread.sleep(300);
        int atRest = stage.probe().count("received");
        Thread.sleep(700);
        stage.fact("statusInactive", topology.status());
        stage.fact("emittedWhileInactive", stage.probe().count("received") - atRest);
        topology.activate();
        stage.await("calls", 4);
        stage.await("received", atRest + 20);
        stage.fact("statusAfter", topology.status());
        stage.fact("calls", stage.probe().notes("calls"));
        List<Object> received = stage.probe().notes("received");
        stage.fact("nothingLost", Sequences.ascending(received));
        stage.fact("first", received.get(0));
    }

    private static void acksWhileInactive(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", lifecycleNoting(ProbeSpout.numbersWithIds(4)));
        ProbeBolt holding =
                ProbeBolt.doing(
                        (task, tuple) -> {
                            task.held().add(tuple);
                            if (task.held().size() == 4) {
                                Runnable release =
                                        () -> {
                                            for (int i = 0; i < 3; i++) {
                                                task.collector().ack(task.held().get(i));
                                            }
                                            task.collector().fail(task.held().get(3));
                                        };
                                task.probe().share("release", release);
                                task.note("held", true);
                            }
                        });
        builder.setBolt("sink", holding).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("held", 1);
        topology.deactivate();
        stage.await("calls", 3);
        stage.fact("ackedBefore", stage.probe().notes("acked"));
        ((Runnable) stage.probe().shared("release")).run();
        stage.await("acked", 3);
        stage.await("failed", 1);
        stage.fact("acked", stage.probe().notes("acked"));
        stage.fact("failed", stage.probe().notes("failed"));
        stage.fact("calls", stage.probe().notes("calls"));
    }

    /** Notes that the worker runs; its topology may still be inactive. */
    static final class NotingWorkerHook extends BaseWorkerHook {
        private static final long serialVersionUID = 1;

        @Override
        public void start(Map<String, Object> conf, WorkerUserContext context) {
            Probe.of(conf).note("worker", "started");
        }
    }

    private static void submitInactive(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", lifecycleNoting(ProbeSpout.numbers(3)));
        ProbeBolt bolt =
                ProbeBolt.recording().onPrepare(task -> task.note("prepared", task.taskId()));
        builder.setBolt("sink", bolt).shuffleGrouping("source");
        builder.addWorkerHook(new NotingWorkerHook());
        RunningTopology topology =
                stage.submitWithOptions(
                        builder, stage.conf(), new SubmitOptions(TopologyInitialStatus.INACTIVE));
        stage.await("worker", 1);
        Thread.sleep(1_000);
        stage.fact("status", topology.status());
        stage.fact("callsBefore", stage.probe().notes("calls"));
        stage.fact("preparedBefore", stage.probe().notes("prepared"));
        topology.activate();
        stage.await("received", 3);
        stage.fact("statusAfter", topology.status());
        stage.fact("calls", stage.probe().notes("calls"));
        stage.fact("prepared", stage.probe().notes("prepared"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void killWaits(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", lifecycleNoting(ProbeSpout.numbersWithIds(2)));
        ProbeBolt holding =
                ProbeBolt.doing(
                                (task, tuple) -> {
                                    task.held().add(tuple);
                                    if (task.held().size() == 2) {
                                        Runnable release =
                                                () -> {
                                                    task.held()
                                                            .forEach(
                                                                    t ->
                                                                            task.collector()
                                                                                    .emit(
                                                                                            t,
                                                                                            new Values(
                                                                                                    1)));
                                                    task.held().forEach(task.collector()::ack);
                                                };
                                        task.probe().share("release", release);
                                        task.note("held", true);
                                    }
                                })
                        .declares("default", "n");
        builder.setBolt("holding", holding).shuffleGrouping("source");
        ProbeBolt sink = ProbeBolt.recording().onCleanup(task -> task.note("calls", "cleanup"));
        builder.setBolt("sink", sink).shuffleGrouping("holding");
        RunningTopology topology = stage.submit(builder);
        stage.await("held", 1);
        topology.kill(5);
        stage.fact("status", topology.status());
        stage.await("calls", 3);
        ((Runnable) stage.probe().shared("release")).run();
        stage.await("acked", 2);
        stage.fact("callsWhenAcked", stage.probe().notes("calls"));
        stage.fact("receivedWhenAcked", stage.probe().count("received"));
        stage.await("calls", 5);
        stage.fact("calls", stage.sorted("calls"));
        stage.awaitTrue("gone", () -> topology.status().equals("GONE"));
    }

    private static void nameTaken(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(3));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        RunningTopology topology = stage.submit(builder);
        stage.await("received", 3);
        stage.fact(
                "second",
                Attempt.at(
                        () ->
                                stage.cluster()
                                        .submitTopology(
                                                stage.name(),
                                                stage.conf(),
                                                builder.createTopology())));
        stage.fact("status", topology.status());
        stage.fact("received", stage.awaitQuiet("received", 200));
    }

    private static void noSuchTopology(Stage stage) throws Exception {
        String name = "no-such-name";
        stage.fact("kill", Attempt.at(() -> stage.cluster().killTopology(name)));
        stage.fact("activate", Attempt.at(() -> stage.cluster().activate(name)));
        stage.fact("deactivate", Attempt.at(() -> stage.cluster().deactivate(name)));
        stage.fact("info", Attempt.at(() -> stage.cluster().getTopologyInfo("no-such-id-1-1")));
        stage.fact("topology", Attempt.at(() -> stage.cluster().getTopology("no-such-id-1-1")));
        stage.fact("conf", Attempt.at(() -> stage.cluster().getTopologyConf("no-such-id-1-1")));
    }

    private static void nameFree(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", lifecycleNoting(ProbeSpout.numbers(3)));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        RunningTopology first = stage.submit(builder);
        stage.await("received", 3);
        String firstId = first.id();
        first.killAndAwaitGone(0);
        RunningTopology second = stage.submit(builder);
        stage.await("received", 6);
        stage.fact("idsDiffer", !firstId.equals(second.id()));
        stage.fact("idIsNameNumberSeconds", second.id().matches(stage.name() + "-\\d+-\\d{10}"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void several(Stage stage) throws Exception {
        for (int i = 1; i <= 3; i++) {
            int mine = i;
            TopologyBuilder builder = new TopologyBuilder();
            ProbeSpout spout =
                    ProbeSpout.doing(
                            task -> {
                                int step = task.nextStep();
                                if (step < 5) {
                                    task.collector().emit(new Values(mine * 100 + step), step);
                                }
                            });
            builder.setSpout(
                    "source",
                    spout.onAck((task, id) -> task.note("acked", task.conf().get("mine"))));
            ProbeBolt sink =
                    ProbeBolt.doing(
                            (task, tuple) -> {
                                task.note("in " + task.conf().get("mine"), tuple.getInteger(0));
                                task.collector().ack(tuple);
                            });
            builder.setBolt("sink", sink).shuffleGrouping("source");
            Config conf = stage.conf();
            conf.put("mine", i);
            stage.submitAs(stage.name() + "-" + i, builder.createTopology(), conf);
        }
        stage.await("acked", 15);
        stage.fact("received", stage.probe().notesUnder("in "));
        stage.fact("acked", stage.sorted("acked"));
    }

    private static void closeable(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", lifecycleNoting(ProbeSpout.numbers(3)));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        ILocalTopology topology =
                stage.cluster()
                        .submitTopology(stage.name(), stage.conf(), builder.createTopology());
        stage.await("received", 3);
        stage.fact("alsoTheTopology", topology instanceof StormTopology);
        topology.close();
        stage.awaitTrue(
                "the topology's end",
                () ->
                        stage.cluster().getClusterInfo().get_topologies().stream()
                                .noneMatch(t -> t.get_name().equals(stage.name())));
        stage.awaitTrue("close", () -> stage.probe().notes("calls").contains("close"));
        stage.fact("received", stage.probe().notes("received"));
    }

    private static void clusterClose(Stage stage) throws Exception {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", lifecycleNoting(ProbeSpout.numbers(3)));
        ProbeBolt sink = ProbeBolt.recording().onCleanup(task -> task.note("calls", "cleanup"));
        builder.setBolt("sink", sink, 2).shuffleGrouping("source");
        stage.submit(builder);
        stage.await("received", 3);
        stage.closeCluster();
        Map<String, Integer> counts = new TreeMap<>();
        stage.probe().notes("calls").forEach(call -> counts.merge((String) call, 1, Integer::sum));
        // The position of deactivate depends on the order in which Storm's daemons happen to end.
        counts.remove("deactivate");
        stage.fact("calls", counts);
    }
}
