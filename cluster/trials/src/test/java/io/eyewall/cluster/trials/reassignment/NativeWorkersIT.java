package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.LabStatus;
import io.eyewall.lab.process.ProcessTable;
import io.eyewall.nativetask.NativeBolt;
import io.eyewall.nativetask.worker.NativeWorker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Native bolts and spouts on a real cluster: inside Storm's ordinary workers, and as whole workers
 * in C++ that speak Storm's protocol with workers in Java.
 */
@Tag("complete")
class NativeWorkersIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Path LIBRARY =
            Path.of("../../native/java/target/native/lib/libwordcount.so");
    private static final long LINES = 20_000;
    private static final Map<String, Long> WORDS =
            Map.of("the", 2 * LINES, "cat", LINES, "and", LINES, "dog", LINES);

    @TempDir private Path root = Path.of(""); // until JUnit sets it

    private LabFolder folder;
    private Lab lab;
    private Path application;

    @BeforeEach
    void up() throws Exception {
        assumeTrue(ProcessTable.isSupported(), "there is no /proc");
        assumeTrue(Files.isRegularFile(LIBRARY), () -> LIBRARY + " was not built");
        folder = LabFolder.of(root.resolve("labs"), "native");
        application =
                TestLab.application(
                        root.resolve("application.jar"),
                        List.of(NativeBolt.class),
                        List.of(FileScheduler.class),
                        Map.of("resources/libwordcount.so", LIBRARY));
        Map<String, @Nullable Object> conf = TestLab.conf();
        conf.put(DaemonConfig.STORM_SCHEDULER, FileScheduler.class.getName());
        conf.put(FileScheduler.FILE_KEY, root.resolve("plan").toString());
        conf.put(
                Config.SUPERVISOR_WORKER_VERSION_MAIN_MAP,
                Map.of("2.7.0", NativeWorker.class.getName()));
        plan("none");
        LabSettings settings =
                TestLab.loopback(
                        1,
                        6,
                        new LabSettings.Plugins(
                                List.of(),
                                List.of(
                                        TestLab.packageOf(
                                                FileScheduler.class,
                                                root.resolve("scheduler.jar"))),
                                Map.of("", conf)));
        lab = Lab.up(folder, settings, TestLab.jars(root), true, System.err::println);
    }

    @AfterEach
    void down() throws Exception {
        if (folder != null) {
            Lab.down(folder, Boolean.getBoolean("eyewall.keep"));
        }
    }

    private void plan(String line) throws Exception {
        Path draft = root.resolve("plan.draft");
        Files.writeString(draft, line + "\n");
        Files.move(draft, root.resolve("plan"), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path submit(String name, int workers, String kind) throws Exception {
        Path journals = Files.createDirectories(root.resolve(name));
        List<String> arguments =
                List.of(
                        name,
                        journals.toString(),
                        Integer.toString(workers),
                        Long.toString(LINES),
                        kind);
        assertThat(lab.submit(application, NativeTopology.class.getName(), arguments)).isZero();
        return journals;
    }

    private static void await(String what, Callable<Boolean> question) throws Exception {
        TestLab.await(what, LIMIT, question);
    }

    private static Map<String, Long> totals(Path journals) throws Exception {
        Map<String, Long> most = new TreeMap<>();
        try (Stream<Path> files = Files.list(journals)) {
            for (Path file : files.filter(each -> each.toString().contains("totals")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ", -1);
                    if (words.length == 2 && !words[1].isEmpty()) {
                        most.merge(words[0], Long.valueOf(words[1]), Math::max);
                    }
                }
            }
        }
        return most;
    }

    private static long acks(Path journals) throws Exception {
        return Files.exists(journals.resolve("position")) ? Measured.read(journals, 0).acks() : 0;
    }

    private static void awaitMoreAcks(Path journals, long more) throws Exception {
        long acks = acks(journals);
        await("more acks", () -> acks(journals) > acks + more);
    }

    /** Returns the lab's native processes by the ids of their parents, the workers. */
    private Map<Long, Long> nativeProcesses() throws Exception {
        Map<Long, Long> found = new HashMap<>();
        for (LabStatus.Running running : lab.status().processes()) {
            ProcessHandle.of(running.pid()).stream()
                    .flatMap(ProcessHandle::children)
                    .filter(each -> each.info().command().orElse("").contains("native-worker"))
                    .forEach(each -> found.put(running.pid(), each.pid()));
        }
        return found;
    }

    /** Returns lines of the workers' logs. */
    private List<String> said(String text) throws Exception {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder.path().resolve("logs"))) {
            for (Path file : files.filter(each -> each.endsWith("worker.log")).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.filter(line -> line.contains(text)).forEach(found::add);
                }
            }
        }
        return found;
    }

    /** Tests two topologies at once, as a cluster takes long to start. */
    @Test
    void workInStormsOwnWorkersAndWithoutJavaBesideThem() throws Exception {
        String inJava = "java host1:0 host1:1\n";
        plan(
                inJava
                        + "native host1:2=source,sink,totals host1:3=echo,split,__acker"
                        + " host1:4=lines,count");
        Path java = submit("java", 2, "java");
        Path journals = submit("native", 3, "native");
        await("all words are counted by JVMs", () -> isCounted(java));
        await("all words are counted", () -> isCounted(journals));
        awaitMoreAcks(java, 2_000);
        awaitMoreAcks(journals, 2_000);

        Map<Long, Long> processes = nativeProcesses();
        assertThat(processes).as("%s", said("Storm's own")).hasSize(2);
        Measured inJvms = Measured.read(java, 0);
        assertThat(inJvms.missing()).as("%s", inJvms).isZero();
        Measured quiet = Measured.read(journals, 0);
        assertThat(quiet.missing()).as("%s", quiet).isZero();
        // Nimbus counts the acks of native spouts.
        TestLab.await(
                lab,
                "statistics of native tasks",
                status -> acked(status, "native") >= LINES + quiet.acks());
        LabStatus counted = lab.status();
        for (String name : List.of("java", "native")) {
            // Messages that timed out while a busy machine started the workers were emitted again.
            if (of(counted, name).mapToLong(LabStatus.Topology::failed).sum() == 0) {
                assertThat(totals(root.resolve(name))).as(name).isEqualTo(WORDS);
            }
        }
        assertThat(lab.storm("kill", List.of("java", "-w", "0"))).isZero();

        // The program of one worker and the JVM of the other: both halves of both end.
        Iterator<Map.Entry<Long, Long>> each = processes.entrySet().iterator();
        ProcessHandle.of(each.next().getValue()).orElseThrow().destroyForcibly();
        ProcessHandle.of(each.next().getKey()).orElseThrow().destroyForcibly();
        await(
                "other processes",
                () -> {
                    Map<Long, Long> now = nativeProcesses();
                    return now.size() == 2
                            && now.keySet().stream().noneMatch(processes::containsKey)
                            && now.values().stream().noneMatch(processes::containsValue);
                });
        awaitMoreAcks(journals, 2_000);

        // A stopped process does not end by itself: it is a worker without heartbeats.
        long stopped = nativeProcesses().values().iterator().next();
        assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(stopped)).start().waitFor())
                .isZero();
        await(
                "another program",
                () -> {
                    Map<Long, Long> now = nativeProcesses();
                    return now.size() == 2 && !now.containsValue(stopped);
                });
        awaitMoreAcks(journals, 2_000);

        plan(
                "native host1:2=source,sink,totals host1:5=echo,split,__acker"
                        + " host1:4=lines,count");
        TestLab.await(
                lab,
                "the other slot",
                status ->
                        status.topologies().stream()
                                .flatMap(topology -> topology.workers().stream())
                                .anyMatch(worker -> worker.port() == lastSlot(status)));
        awaitMoreAcks(journals, 3_000);
        Measured seen = Measured.read(journals, 0);
        assertThat(seen.missing()).as("%s", seen).isZero();
        assertThat(seen.acks()).as("%s", seen).isGreaterThan(7_000);
    }

    private static Stream<LabStatus.Topology> of(LabStatus status, String topology) {
        return status.topologies().stream().filter(each -> each.name().equals(topology));
    }

    private static long acked(LabStatus status, String topology) {
        return of(status, topology).mapToLong(LabStatus.Topology::acked).sum();
    }

    /** Whether each word has been counted as often as it came, or more often: again. */
    private static boolean isCounted(Path journals) throws Exception {
        Map<String, Long> totals = totals(journals);
        return WORDS.entrySet().stream()
                .allMatch(word -> totals.getOrDefault(word.getKey(), 0L) >= word.getValue());
    }

    private static int lastSlot(LabStatus status) {
        List<Integer> slots =
                status.hosts().stream()
                        .filter(host -> host.name().equals("host1"))
                        .findFirst()
                        .orElseThrow()
                        .slots();
        return slots.get(slots.size() - 1);
    }
}
