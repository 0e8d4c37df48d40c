package io.eyewall.cluster.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cluster.load.LoadBook;
import io.eyewall.cluster.load.LoadsHandler;
import io.eyewall.cluster.load.NodeLoad;
import io.eyewall.cluster.load.Staleness;
import io.eyewall.examples.wordcount.WordCountTopology;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.placement.load.Snapshot;
import io.eyewall.plugin.monitor.LoadHook;
import io.eyewall.plugin.monitor.MeasuredWait;
import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.web.RequestListener;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the monitor in workers of a real cluster by the reports that arrive. */
@Tag("complete")
class LoadReportsIT {
    private static final int LINES = 20_000;
    private static final int LIMIT_S = 120;
    private static final String LINE = "the quick brown fox jumps over the lazy dog";

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private LabFolder folder;
    private final List<LoadReport> reports = new CopyOnWriteArrayList<>();
    private final LoadBook book = new LoadBook(InstantSource.system());

    @BeforeEach
    void name() throws LabException {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        folder = LabFolder.of(root.resolve("labs"), "it");
    }

    @AfterEach
    void takeDown() throws Exception {
        Lab.down(folder, false);
    }

    /** A server that stores the reports and answers as the generator does. */
    private HttpAnswer keep(WebRequest request) throws Exception {
        reports.add(LoadReport.fromJson(request.body()));
        return LoadsHandler.route(book).handler().answer(request);
    }

    private LabSettings settings(String generator, Path plugin) {
        Map<String, @Nullable Object> conf = TestLab.conf();
        conf.put("topology.workers", 2);
        conf.put("topology.auto.task.hooks", List.of(LoadHook.class.getName()));
        for (String wait : List.of("bolt", "spout", "backpressure")) {
            conf.put("topology." + wait + ".wait.strategy", MeasuredWait.class.getName());
        }
        conf.put("eyewall.generator.url", generator);
        conf.put("eyewall.monitor.period.secs", 1);
        return new LabSettings(
                2,
                1,
                Optional.of(LabNetwork.Kind.LOOPBACK), // workers reach this process only there
                Optional.empty(),
                new LabSettings.Plugins(List.of(plugin), List.of(), Map.of("", conf)),
                false,
                false,
                Duration.ofSeconds(LIMIT_S));
    }

    @Test
    void whatArrivesIsWhatTheTopologySent() throws Exception {
        Path text = Files.writeString(root.resolve("text"), (LINE + "\n").repeat(LINES));
        Path plugin = TestLab.jar(LoadHook.class, root.resolve("plugin.jar"));
        Path application =
                TestLab.jar(
                        WordCountTopology.class, root.resolve("app.jar"), LastingWordCount.class);
        long words = (long) LINES * LINE.split(" ").length;
        try (WebServer server =
                WebServer.start(
                        WebSettings.loopback(0),
                        List.of(WebRoute.api(LoadsHandler.PATH, this::keep)),
                        RequestListener.NONE)) {
            Lab lab =
                    Lab.up(
                            folder,
                            settings(server.address(), plugin),
                            TestLab.jars(root),
                            false,
                            System.err::println);
            assertThat(
                            lab.submit(
                                    application,
                                    LastingWordCount.class.getName(),
                                    List.of(text.toString())))
                    .isZero();

            await("all words", () -> tuples().getOrDefault("split>count", 0L) == words);
            await("all acks", () -> tuples().getOrDefault("__acker>lines", 0L) == LINES + 1);
            int ends = LastingWordCount.COUNT_TASKS; // the end of lines goes to all counters
            assertThat(tuples())
                    .containsEntry("lines>split", (long) LINES)
                    .containsEntry("lines>count", (long) ends)
                    .containsEntry("lines>__acker", LINES + 1L)
                    .containsEntry("split>__acker", (long) LINES)
                    .containsEntry("count>__acker", words + ends);
            assertThat(executed())
                    .containsEntry("lines", LINES + 1L)
                    .containsEntry("split", (long) LINES)
                    .containsEntry("count", words + ends);
            // Kryo: list and string headers, ASCII; one root, frame, ids.
            double bytes = bytes().getOrDefault("lines>split", 0L) / (double) LINES;
            assertThat(bytes).isCloseTo(LINE.length() + 29.0, within(6.0));
            assertThat(reports).allMatch(report -> report.pairsLeftOut() == 0);
            Map<String, NodeLoad> nodes = book.nodeCores();
            assertThat(nodes).hasSize(2);
            assertThat(nodes.values()).allMatch(node -> node.hostCores() > 0);
            assertThat(nodes.values())
                    .extracting(NodeLoad::host)
                    .containsExactlyInAnyOrderElementsOf(
                            lab.status().hosts().stream()
                                    .filter(host -> !host.slots().isEmpty())
                                    .map(LabStatus.Host::address)
                                    .toList());
            restart(lab);
        }
    }

    /** A killed worker comes back as another run, whose reports count. */
    private void restart(Lab lab) throws Exception {
        String topology = reports.get(0).topology();
        await("fresh", () -> book.staleness(topology).isFresh());
        List<String> runs = reports.stream().map(LoadReport::worker).distinct().toList();
        assertThat(runs).hasSize(2);
        lab.kill("worker");
        await("silence", () -> !book.staleness(topology).isFresh());
        await("a new run", () -> reports.stream().map(LoadReport::worker).distinct().count() == 3);
        await("fresh again", () -> book.staleness(topology).isFresh());
        Staleness staleness = book.staleness(topology);
        Snapshot snapshot = book.snapshot(List.of(topology));
        assertThat(snapshot.executors()).hasSize(staleness.executors()).hasSize(7);
    }

    private Map<Integer, String> components() {
        Map<Integer, String> components = new HashMap<>();
        for (LoadReport report : reports) {
            for (ExecutorUse use : report.executors()) {
                for (int task = use.firstTask(); task <= use.lastTask(); task++) {
                    components.put(task, use.component());
                }
            }
        }
        return components;
    }

    /** Returns the tuples by sender and receiver. */
    private Map<String, Long> tuples() {
        Map<Integer, String> components = components();
        Map<String, Long> sums = new TreeMap<>();
        for (LoadReport report : reports) {
            for (TaskTraffic each : report.traffic()) {
                String edge = components.get(each.from()) + ">" + components.get(each.to());
                sums.merge(edge, each.tuples(), Long::sum);
            }
        }
        return sums;
    }

    private Map<String, Long> bytes() {
        Map<Integer, String> components = components();
        Map<String, Long> sums = new TreeMap<>();
        for (LoadReport report : reports) {
            for (TaskTraffic each : report.traffic()) {
                String edge = components.get(each.from()) + ">" + components.get(each.to());
                sums.merge(edge, each.bytes(), Long::sum);
            }
        }
        return sums;
    }

    private Map<String, Long> executed() {
        Map<String, Long> sums = new TreeMap<>();
        for (LoadReport report : reports) {
            report.executors().forEach(e -> sums.merge(e.component(), e.tuples(), Long::sum));
        }
        return sums;
    }

    private void await(String what, BooleanSupplier wanted) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!wanted.getAsBoolean()) {
            assertThat(System.nanoTime() - endNs)
                    .as("%s: %s, executed %s", what, tuples(), executed())
                    .isNegative();
            Thread.sleep(100);
        }
    }
}
