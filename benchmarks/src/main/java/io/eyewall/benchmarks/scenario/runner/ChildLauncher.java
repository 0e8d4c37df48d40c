package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.child.Measurement;
import io.eyewall.benchmarks.scenario.child.ScenarioChild;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runs each measurement of a scenario in a {@link ChildJvm}. */
public final class ChildLauncher implements Launcher {
    /** A limit for the start-up, drain and shutdown of the slowest system, with a margin. */
    private static final long OVERHEAD_LIMIT_MS = 300_000;

    private static final String RESULT = "result.properties";

    private final ClassPaths classPaths;
    private final JvmPlan jvm;

    /** Creates a launcher; starts nothing. */
    public ChildLauncher(ClassPaths classPaths, JvmPlan jvm) {
        this.classPaths = classPaths;
        this.jvm = jvm;
    }

    /**
     * Runs a child and blocks until it has measured.
     *
     * @throws ChildFailedException if the child ends without a result; the message contains the end
     *     of its log
     * @throws IOException if the child cannot be started
     */
    @Override
    public Measurement run(Scenario scenario, Peer peer, long warmupMs, long windowMs)
            throws IOException, InterruptedException {
        String classPath = classPaths.of(peer.kind().family());
        return ChildJvm.run(
                "system " + peer + ", scenario " + scenario,
                directory -> {
                    List<String> command = new ArrayList<>(jvm.command());
                    if (isBounded(peer.kind().family())) {
                        command.addAll(
                                jvm.youngGeneration(Runtime.getRuntime().availableProcessors()));
                    }
                    command.addAll(openedPackages(peer.kind().family()));
                    command.add("-Djava.io.tmpdir=" + directory);
                    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
                    command.add("-cp");
                    command.add(classPath);
                    command.add(ScenarioChild.class.getName());
                    command.add(scenario.name());
                    command.add(peer.name());
                    command.add(Long.toString(warmupMs));
                    command.add(Long.toString(windowMs));
                    command.add(Long.toString(System.currentTimeMillis()));
                    command.add(directory.resolve(RESULT).toString());
                    return command;
                },
                warmupMs + windowMs + OVERHEAD_LIMIT_MS,
                (directory, log) -> Measurement.read(directory.resolve(RESULT)));
    }

    /**
     * Returns whether a bounded young generation is used: it makes no system of the family slower,
     * and hand-written exchanges much faster.
     */
    private static boolean isBounded(Family family) {
        return family == Family.EYEWALL || family == Family.HANDWRITTEN;
    }

    /**
     * Returns the packages that Flink and Hazelcast access by reflection; their own start scripts
     * open the same packages.
     */
    private static List<String> openedPackages(Family family) {
        return switch (family) {
            case FLINK, JET ->
                    Stream.of("java.lang", "java.util", "java.nio", "sun.nio.ch")
                            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
                            .toList();
            case HANDWRITTEN, STORM, EYEWALL -> List.of();
        };
    }
}
