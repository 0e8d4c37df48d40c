package io.eyewall.cli.schedule;

import io.eyewall.cli.nimbus.NimbusTarget;
import io.eyewall.cli.nimbus.ToOption;
import io.eyewall.cli.plan.Recordings;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cluster.load.TopologyReading;
import io.eyewall.model.calibration.Recording;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NotAliveException;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eyewall schedule record}: records a topology of a Storm cluster. */
@Command(
        name = "record",
        description =
                "Store the monitors' measurements of a topology on the cluster in a"
                        + " file, for 'eyewall plan predict FILE --nodes NODES'. Record the"
                        + " topology while it is under load.",
        footer = {
            "",
            "Exit codes: 0 written, 1 no process answered, or monitors miss executors, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class ScheduleRecordCommand extends ScheduleSubcommand {
    private static final long POLL_INTERVAL_MS = 500;

    /** Number of windows in which all workers must have sent a new report. */
    private static final int MAX_WAIT_WINDOWS = 4;

    private static final double DEFAULT_WINDOW_SEC = 20;

    @Parameters(paramLabel = "TOPOLOGY", description = "The topology's name.")
    private String name = "";

    @Option(names = "-o", required = true, paramLabel = "FILE", description = "File to write.")
    private Path file = Path.of("");

    @Option(
            names = "--nodes",
            paramLabel = "FILE",
            description =
                    "Also write the topology's nodes to this file, for 'plan predict"
                            + " --nodes'. Their bandwidth is assumed to be 1 Gbit/s.")
    private @Nullable Path nodes;

    @Option(
            names = "--windows",
            defaultValue = "3",
            description =
                    "Number of the monitors' windows to record; a window has 20 s unless"
                            + " configured otherwise (default: ${DEFAULT-VALUE}).")
    private int windows;

    @Mixin private ToOption to = new ToOption();

    @Override
    int run() throws IOException, InterruptedException {
        if (windows < 1) {
            throw usageError("--windows is " + windows + ", below 1");
        }
        try {
            return record(NimbusTarget.create(to.address()).client());
        } catch (NotAliveException e) {
            throw new IOException(
                    "Nimbus knows no topology '" + name + "'; 'storm list' shows all", e);
        } catch (TException | NimbusLeaderNotFoundException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private int record(Nimbus.Iface nimbus) throws TException, IOException, InterruptedException {
        String id = nimbus.getTopologySummaryByName(name).get_id();
        ClusterRecording recorder =
                new ClusterRecording(
                        nimbus.getUserTopology(id),
                        nimbus.getTopologyInfo(id),
                        maxPending(nimbus.getTopologyConf(id)));
        Map<String, Long> lastSequences = new HashMap<>();
        for (int taken = 0; taken < windows; taken++) {
            printMessage("%s: window %d of %d".formatted(name, taken + 1, windows));
            recorder.add(awaitReading(nimbus, recorder, id, lastSequences));
        }
        Recording recording = recorder.recording();
        Recordings.write(file, recording);
        if (nodes != null) {
            Recordings.write(nodes, recorder.nodes());
        }
        if (!printIfJson(
                JSON.createObjectNode()
                        .put("file", file.toString())
                        .put("windows", recording.windows().size()))) {
            out().println(
                            "%s: %d windows written to %s"
                                    .formatted(name, recording.windows().size(), file));
        }
        return ExitCode.OK;
    }

    /**
     * Waits until each worker has sent another report.
     *
     * @param lastSequences by worker, the number of its last report that was used; this method
     *     updates it
     */
    private TopologyReading awaitReading(
            Nimbus.Iface nimbus,
            ClusterRecording recorder,
            String id,
            Map<String, Long> lastSequences)
            throws TException, IOException, InterruptedException {
        double windowSec = DEFAULT_WINDOW_SEC;
        long startNs = System.nanoTime();
        while (true) {
            TopologyReading reading = readLoads(id);
            recorder.update(nimbus.getTopologyInfo(id)); // executors may be added or replaced
            Set<String> missing = recorder.missingExecutors(reading);
            boolean isNew =
                    reading.executors().stream()
                            .allMatch(
                                    executor ->
                                            executor.sequence()
                                                    > lastSequences.getOrDefault(
                                                            executor.worker(), -1L));
            if (isNew && missing.isEmpty()) {
                reading.executors()
                        .forEach(
                                executor ->
                                        lastSequences.put(executor.worker(), executor.sequence()));
                return reading;
            }
            for (TopologyReading.Executor executor : reading.executors()) {
                windowSec = Math.max(windowSec, executor.windowSec());
            }
            double waitedSec = (System.nanoTime() - startNs) / 1e9;
            if (waitedSec > MAX_WAIT_WINDOWS * windowSec) {
                throw new IOException(
                        ("%s: within %.0f s monitors did not report on %s; each worker needs the"
                                        + " monitor (docs/concepts/monitor.md), and time for a window after"
                                        + " it was moved")
                                .formatted(
                                        name,
                                        waitedSec,
                                        missing.isEmpty() ? "all of its executors anew" : missing));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MS);
        }
    }

    /**
     * Reads the generator's data about a topology. The reading has no executors while no worker has
     * reported, as after a submission.
     */
    private TopologyReading readLoads(String id) throws IOException, InterruptedException {
        String query = URLEncoder.encode(id, StandardCharsets.UTF_8);
        try {
            return JSON.treeToValue(
                    send("GET", "/v1/loads?topology=" + query, ""), TopologyReading.class);
        } catch (NoDataException e) {
            return new TopologyReading(id, List.of(), List.of());
        }
    }

    private static int maxPending(String conf) {
        Object pending = Utils.parseJson(conf).get(Config.TOPOLOGY_MAX_SPOUT_PENDING);
        return pending instanceof Number number ? number.intValue() : 0;
    }
}
