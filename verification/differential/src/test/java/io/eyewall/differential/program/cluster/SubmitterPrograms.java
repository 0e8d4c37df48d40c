package io.eyewall.differential.program.cluster;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.ProbeBolt;
import io.eyewall.differential.stage.ProbeSpout;
import io.eyewall.differential.stage.Scratch;
import io.eyewall.differential.stage.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.ISubmitterHook;
import org.apache.storm.LocalCluster;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.hooks.SubmitterHookException;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.utils.NimbusClient;

/** Programs about Storm's own submitter, used with a local cluster. */
public final class SubmitterPrograms {
    private static final String SUBMITTER = "StormSubmitter.java";

    private SubmitterPrograms() {}

    public static List<Program> all() {
        return List.of(
                Program.of(
                                "submitter-progress",
                                "A listener hears how much of the jar has been uploaded.",
                                SUBMITTER,
                                SubmitterPrograms::progress)
                        .onBuiltClusters(),
                Program.of(
                                "submitter-hook-that-fails",
                                "A hook hears of a topology from the cluster, then from the"
                                        + " submitter, who fails if it throws; the topology runs"
                                        + " all the same.",
                                SUBMITTER,
                                SubmitterPrograms::failingHook)
                        .onBuiltClusters(),
                Program.of(
                                "client-by-builder",
                                "A client that is built reaches the cluster of this process.",
                                "utils/NimbusClient.java",
                                SubmitterPrograms::client)
                        .onBuiltClusters(),
                Program.of(
                                "supervisor-host",
                                "The name of the supervisors' host may be configured.",
                                "daemon/supervisor/Supervisor.java",
                                SubmitterPrograms::host)
                        .mayDiffer(
                                "host",
                                "Storm's supervisors have the name that the machine's resolver"
                                        + " gives it, whatever the configuration of the cluster"
                                        + " says.")
                        .onBuiltClusters());
    }

    /** Records its calls. */
    private static final class Listening implements StormSubmitter.ProgressListener {
        private final List<String> calls = new ArrayList<>();

        @Override
        public void onStart(String sourceFile, String targetFile, long totalBytes) {
            calls.add("start " + totalBytes + " " + (targetFile != null));
        }

        @Override
        public void onProgress(
                String sourceFile, String targetFile, long bytesUploaded, long totalBytes) {
            calls.add("progress " + bytesUploaded + " of " + totalBytes);
        }

        @Override
        public void onCompleted(String sourceFile, String targetFile, long totalBytes) {
            calls.add("completed " + totalBytes);
        }
    }

    private static StormTopology numbers() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", ProbeSpout.numbers(3));
        builder.setBolt("sink", ProbeBolt.recording()).shuffleGrouping("source");
        return builder.createTopology();
    }

    private static void progress(Stage stage) throws Exception {
        submitting(
                stage,
                cluster -> {
                    Listening listener = new Listening();
                    StormSubmitter.submitTopology(
                            stage.name(),
                            stage.conf(),
                            numbers(),
                            new SubmitOptions(TopologyInitialStatus.ACTIVE),
                            listener);
                    stage.await("received", 3);
                    stage.fact("calls", listener.calls);
                    stage.fact("received", stage.sorted("received"));
                });
    }

    /** Throws at its second notification. */
    public static final class FailingHook implements ISubmitterHook {
        private static final AtomicInteger calls = new AtomicInteger();

        @Override
        public void notify(TopologyInfo info, Map<String, Object> conf, StormTopology topology) {
            if (calls.incrementAndGet() > 1) {
                throw new UnsupportedOperationException("again: " + info.get_name());
            }
        }
    }

    private static void failingHook(Stage stage) throws Exception {
        submitting(
                stage,
                cluster -> {
                    Config conf = stage.conf();
                    conf.put(
                            Config.STORM_TOPOLOGY_SUBMISSION_NOTIFIER_PLUGIN,
                            FailingHook.class.getName());
                    try {
                        StormSubmitter.submitTopology(stage.name(), conf, numbers());
                        stage.fact("thrown", "nothing");
                    } catch (SubmitterHookException e) {
                        stage.fact("thrown", e.getMessage());
                    }
                    stage.fact("calls", FailingHook.calls.get());
                    stage.await("received", 3);
                    stage.fact("received", stage.sorted("received"));
                });
    }

    /** Runs a submission of a jar on a cluster that is built for it. */
    private static void submitting(Stage stage, Stage.Driver<LocalCluster> driver)
            throws Exception {
        Path jar = Scratch.file("submitted.jar", new byte[1000]);
        String before = System.getProperty("storm.jar");
        System.setProperty("storm.jar", jar.toString());
        try {
            stage.onBuilt(new LocalCluster(), driver);
        } finally {
            if (before == null) {
                System.clearProperty("storm.jar");
            } else {
                System.setProperty("storm.jar", before);
            }
        }
    }

    private static void host(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster.Builder()
                        .withDaemonConf(Config.STORM_LOCAL_HOSTNAME, "127.0.0.1")
                        .build(),
                cluster ->
                        stage.fact(
                                "host",
                                cluster.getClusterInfo().get_supervisors().get(0).get_host()));
    }

    private static void client(Stage stage) throws Exception {
        stage.onBuilt(
                new LocalCluster(),
                cluster -> {
                    Map<String, Object> conf = cluster.getDaemonConf();
                    try (NimbusClient client = NimbusClient.Builder.withConf(conf).build()) {
                        stage.fact("topologies", client.getClient().getTopologySummaries().size());
                        stage.fact("allowed", client.getClient().isTopologyNameAllowed("a"));
                    }
                    stage.fact("systemExecutor", Constants.SYSTEM_EXECUTOR_ID);
                });
    }
}
