package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.child.Measurement;
import io.eyewall.benchmarks.scenario.child.ScenarioChild;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs one measurement in a fresh JVM with a temporary directory of its own, which is deleted
 * afterwards. Used by one thread; the child never outlives {@link #run} or this JVM.
 */
public final class ChildLauncher implements Launcher {
    /** Start-up, drain and shutdown of the slowest system, with room to spare. */
    private static final long OVERHEAD_LIMIT_MS = 300_000;

    private static final int LOG_LINES_REPORTED = 40;

    private final ClassPaths classPaths;
    private final JvmPlan jvm;

    /** Creates it; nothing is started. */
    public ChildLauncher(ClassPaths classPaths, JvmPlan jvm) {
        this.classPaths = classPaths;
        this.jvm = jvm;
    }

    /**
     * Blocks until the child has measured.
     *
     * @throws ChildFailedException if the child ends without a result; carries the end of its log
     * @throws IOException if the child cannot be started
     */
    @Override
    public Measurement run(Scenario scenario, Peer peer, long warmupMs, long windowMs)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("eyewall-benchmark");
        try {
            Path result = directory.resolve("result.properties");
            Path log = directory.resolve("child.log");
            List<String> command = new ArrayList<>(jvm.command());
            if (isBounded(peer.kind().family())) {
                command.addAll(jvm.youngGeneration(Runtime.getRuntime().availableProcessors()));
            }
            command.addAll(openedPackages(peer.kind().family()));
            command.add("-Djava.io.tmpdir=" + directory);
            command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
            command.add("-cp");
            command.add(classPaths.of(peer.kind().family()));
            command.add(ScenarioChild.class.getName());
            command.add(scenario.name());
            command.add(peer.name());
            command.add(Long.toString(warmupMs));
            command.add(Long.toString(windowMs));
            command.add(Long.toString(System.currentTimeMillis()));
            command.add(result.toString());
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile());
            int status = await(builder.start(), warmupMs + windowMs + OVERHEAD_LIMIT_MS);
            if (status != 0) {
                throw new ChildFailedException(
                        "system "
                                + peer
                                + ", scenario "
                                + scenario
                                + ": child JVM ended with status "
                                + status
                                + " and no result; its log ends:\n"
                                + tail(log));
            }
            return Measurement.read(result);
        } finally {
            deleteTree(directory);
        }
    }

    /** Whether a small young generation makes it no slower; hand-written exchanges, much faster. */
    private static boolean isBounded(Family family) {
        return family == Family.EYEWALL || family == Family.HANDWRITTEN;
    }

    /** What Flink and Hazelcast look into by reflection; their own start scripts open the same. */
    private static List<String> openedPackages(Family family) {
        return switch (family) {
            case FLINK, JET ->
                    Stream.of("java.lang", "java.util", "java.nio", "sun.nio.ch")
                            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
                            .toList();
            case HANDWRITTEN, STORM, EYEWALL -> List.of();
        };
    }

    /** Returns the exit status; a child that is late, or whose runner is stopped, is killed. */
    private static int await(Process child, long limitMs) throws InterruptedException {
        Thread killer = new Thread(child::destroyForcibly, "kill-benchmark-child");
        Runtime.getRuntime().addShutdownHook(killer);
        try {
            if (!child.waitFor(limitMs, TimeUnit.MILLISECONDS)) {
                child.destroyForcibly();
            }
            return child.waitFor();
        } finally {
            child.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(killer);
        }
    }

    private static String tail(Path log) throws IOException {
        List<String> lines =
                new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
        int from = Math.max(0, lines.size() - LOG_LINES_REPORTED);
        return String.join("\n", lines.subList(from, lines.size()));
    }

    private static void deleteTree(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> paths = Files.walk(directory)) {
            deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
