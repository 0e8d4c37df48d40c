package io.eyewall.cli.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Verb;
import io.eyewall.model.calibration.Calibration;
import io.eyewall.model.calibration.Calibrator;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.model.calibration.Recording;
import io.eyewall.model.topology.TopologyModel;
import io.eyewall.model.whatif.Setting;
import io.eyewall.model.whatif.WhatIfAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eyewall plan predict}: predicts a recorded topology's throughput and latency. */
@Command(
        name = "predict",
        description =
                "Predict a topology's performance elsewhere or under another load,"
                        + " from measurements of the running topology or from a recording:"
                        + " highest rate, bottleneck, latency, resources, and the cheapest"
                        + " configuration that meets a goal.",
        footer = {
            "",
            "A file of nodes is a JSON list: [{\"name\":\"a\",\"cores\":4,\"workers\":1,"
                    + "\"bytesPerSec\":125000000}, ...].",
            "",
            "Exit codes: 0 predicted, 1 no process answered, 2 wrong usage, or the measurements do not"
                    + " suffice."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class PredictCommand extends Verb {
    private static final int MAX_CORES = 64;
    private static final int RECORDING_SECS = 5;

    /** The number of nodes up to which a cluster is enlarged, unless it has more already. */
    private static final int MAX_NODES = 16;

    @Parameters(
            paramLabel = "TOPOLOGY|PID|FILE",
            description = "Name or process of a running topology, or the file of a recording.")
    private String source = "";

    @Option(names = "--rate", description = "Offered load, in root tuples per second.")
    private double rate = Double.POSITIVE_INFINITY;

    @Option(names = "--target-p99", paramLabel = "MS", description = "Goal for the latency.")
    private double p99Ms = Double.POSITIVE_INFINITY;

    @Option(names = "--cores", description = "Number of the engine's cores (default: as measured).")
    private int cores;

    @Option(
            names = "--nodes",
            paramLabel = "FILE",
            description = "Predict for a Storm cluster with these nodes.")
    private @Nullable Path nodes;

    @Option(
            names = "--by-affinity",
            description =
                    "With --nodes: place executors by load and traffic, as 'eyewall"
                            + " schedule' does, instead of as Storm's default scheduler does.")
    private boolean byAffinity;

    @Option(
            names = "--executors",
            paramLabel = "COMPONENT=N",
            description =
                    "Change the number of executors of a component; each executor then has"
                            + " one task.")
    private Map<String, Integer> executors = new HashMap<>();

    @Option(names = "--assume", description = "Predict even if the measurements do not suffice.")
    private boolean assume;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a page with plots to this file.")
    private @Nullable Path html;

    @Override
    protected void run() throws NobodyException, InterruptedException, IOException {
        if (!(rate > 0) || !(p99Ms > 0) || cores < 0 || cores > MAX_CORES) {
            throw new IllegalArgumentException(
                    "--rate and --target-p99 must be above 0, --cores from 1 to " + MAX_CORES);
        }
        if (byAffinity && nodes == null) {
            throw new IllegalArgumentException(
                    "--by-affinity places on a cluster's nodes: give them by --nodes");
        }
        Path file = Path.of(source);
        Recording recording =
                Files.isRegularFile(file)
                        ? Recordings.read(file, Recording.class)
                        : Recordings.record(
                                Recordings.find(processes(), source, pid()), RECORDING_SECS);
        rejectStormRecording(recording);
        MachineConstants machine = Recordings.machine();
        Calibration calibration = Calibrator.calibrate(recording, machine);
        TopologyModel topology = calibration.topology().withExecutors(executors);
        WhatIfAnswer answer =
                nodes == null
                        ? WhatIfAnswer.of(
                                calibration,
                                topology,
                                size -> Setting.engine(size, machine, calibration.crossingNs()),
                                cores == 0 ? recording.places().size() : cores,
                                MAX_CORES,
                                new WhatIfAnswer.Goal(rate, p99Ms * 1e6),
                                assume)
                        : answerForCluster(recording, calibration, topology, nodes);
        if (html != null) {
            Files.writeString(html, PredictPage.html(answer));
        }
        out().println(
                        json()
                                ? new ObjectMapper().writeValueAsString(PredictJson.toMap(answer))
                                : PredictText.toText(answer).stripTrailing());
    }

    /**
     * Rejects a recording of a Storm cluster without {@code --nodes}: its costs contain those of
     * Storm itself and do not apply to Eyewall on this machine.
     */
    private void rejectStormRecording(Recording recording) {
        if (recording.threads() && nodes == null) {
            throw new IllegalArgumentException(
                    source
                            + " was recorded on a Storm cluster, whose costs do not apply to this"
                            + " machine; give the nodes on which it would run by --nodes ('eyewall"
                            + " schedule record --nodes' writes the cluster's own)");
        }
    }

    private WhatIfAnswer answerForCluster(
            Recording recording, Calibration calibration, TopologyModel topology, Path file)
            throws IOException {
        List<Setting.Node> available = List.of(Recordings.read(file, Setting.Node[].class));
        if (available.isEmpty()) {
            throw new IllegalArgumentException(file + " has no nodes");
        }
        return WhatIfAnswer.of(
                calibration,
                topology,
                size -> {
                    Setting setting =
                            recording.threads()
                                    ? Setting.storm(
                                            resized(available, size), calibration.crossingNs())
                                    : Setting.storm(resized(available, size));
                    return byAffinity ? setting.placedByTraffic() : setting;
                },
                available.size(),
                Math.max(available.size(), MAX_NODES),
                new WhatIfAnswer.Goal(rate, p99Ms * 1e6),
                assume);
    }

    /** Returns the first {@code size} nodes; if there are fewer, adds copies of the last node. */
    private static List<Setting.Node> resized(List<Setting.Node> available, int size) {
        List<Setting.Node> nodes = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Setting.Node node = available.get(Math.min(i, available.size() - 1));
            nodes.add(
                    i < available.size()
                            ? node
                            : new Setting.Node(
                                    node.name() + "+" + (i - available.size() + 1),
                                    node.cores(),
                                    node.workers(),
                                    node.bytesPerSec()));
        }
        return nodes;
    }
}
