package io.eyewall.benchmarks.scenario.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.ScenarioSelection;
import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.child.Measurement;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs systems on scenarios for a moment, each in its own JVM as the benchmark does, and checks
 * their answers, never their speed: usually those of {@link #FEW}, which have each shape of work
 * and each system once. In the complete suite ({@code -Pcomplete}) Eyewall and the hand-written
 * systems run every work; Storm, which takes seconds to start, the scenarios of {@link
 * #STORM_PAIRS} only; {@code -Deyewall.benchmarks.smoke=all} runs it on all, too. Flink and Jet
 * have tests in their own modules.
 */
@Tag("more")
class ScenarioSmokeIT {
    private static final long WARMUP_MS = 100;
    private static final long WINDOW_MS = 200;
    private static final List<String> STORM_PAIRS =
            List.of("w3 storm-default", "w1-p2-acked storm");

    private static final List<String> PARALLEL =
            List.of(
                    "w1-p2",
                    "w1-p2-acked",
                    "w2-p2",
                    "w3-p2-acked",
                    "w5-in-p2",
                    "w6-p2-acked",
                    "w8-p2");

    private static final List<String> FEW =
            List.of(
                    "w1 loop",
                    "w1 eyewall",
                    "w1-p2 exchange",
                    "w1-p2-acked eyewall",
                    "w2 eyewall",
                    "w3 storm-default",
                    "w3-cut pipe",
                    "w4-3 eyewall",
                    "w5-out eyewall",
                    "w5-in eyewall",
                    "w6 eyewall",
                    "w7-100 eyewall",
                    "w8 eyewall",
                    "e1 eyewall",
                    "m1 eyewall",
                    "p1 eyewall",
                    "p1-batch-acked eyewall",
                    "n1-child eyewall",
                    "email loop",
                    "email-acked eyewall",
                    "restricted eyewall",
                    "idle eyewall");

    static List<String> pairs() {
        List<String> pairs = allPairs();
        assertThat(pairs).containsAll(FEW);
        boolean few =
                !Boolean.getBoolean("eyewall.complete")
                        && System.getProperty("eyewall.benchmarks.smoke") == null;
        return few ? FEW : pairs;
    }

    private static List<String> allPairs() {
        boolean all = "all".equals(System.getProperty("eyewall.benchmarks.smoke"));
        List<Scenario> scenarios =
                new ArrayList<>(ScenarioSelection.of(List.of("all"), List.of(1)));
        scenarios.removeIf(ScenarioSmokeIT::differsInLengthOnly);
        PARALLEL.forEach(name -> scenarios.add(Scenario.parse(name)));
        List<String> pairs = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            for (PeerKind kind : PeerKind.values()) {
                String pair = scenario + " " + kind.id();
                boolean chosen =
                        switch (kind.family()) {
                            case HANDWRITTEN -> true;
                            case EYEWALL -> kind == PeerKind.EYEWALL || scenario.work() == Work.W1;
                            case STORM -> all || STORM_PAIRS.contains(pair);
                            case FLINK, JET -> false;
                        };
                if (kind.supports(scenario) && chosen) {
                    pairs.add(pair);
                }
            }
        }
        return pairs;
    }

    private static boolean differsInLengthOnly(Scenario scenario) {
        return scenario.work().id().startsWith("micro-") && scenario.work() != Work.MICRO_1000;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void givesTheRightAnswer(String pair) throws IOException, InterruptedException {
        String[] names = pair.split(" ");
        Assumptions.assumeTrue(
                !Scenario.parse(names[0]).work().isMultilang() || isOnPath("python3"),
                "python3 is not on the path");
        Assumptions.assumeTrue(
                !Scenario.parse(names[0]).work().isNative() || hasNativeTasks(),
                "the C++ part was left out of this build");
        Measurement measurement =
                launcher(ClassPaths.ofBuild())
                        .run(Scenario.parse(names[0]), Peer.parse(names[1]), WARMUP_MS, WINDOW_MS);

        assertThat(measurement.problems()).isEmpty();
        assertThat(measurement.fromDue().samples() > 0)
                .isEqualTo(Scenario.parse(names[0]).work().measuresLatency());
        assertThat(measurement.counted()).isPositive();
        assertThat(measurement.counted()).isGreaterThanOrEqualTo(measurement.units());
        assertThat(measurement.cpuNs()).isPositive();
        assertThat(measurement.firstUnitMs()).isPositive();
        assertThat(measurement.collectors()).allMatch(name -> name.startsWith("PS "));
    }

    private static boolean hasNativeTasks() {
        String library = "/eyewall/native/" + System.mapLibraryName("wordcount");
        return ScenarioSmokeIT.class.getResource(library) != null;
    }

    @Test
    void theStormClassPathIsTheOnlyOneWithStormsCluster() throws IOException {
        ClassPaths classPaths = ClassPaths.ofBuild();

        assertThat(classPaths.of(Family.STORM))
                .contains("storm-server")
                .doesNotContain("eyewall-local");
        assertThat(classPaths.of(Family.HANDWRITTEN)).doesNotContain("storm-server");
    }

    @Test
    void aClassPathThatWasNotBuiltIsAnsweredWithHowTo(@TempDir Path directory) {
        assertThatThrownBy(() -> new ClassPaths(directory, directory).of(Family.FLINK))
                .hasMessageContainingAll("FLINK", "flink.txt", "-Ppeers");
    }

    @Test
    void aChildThatFailsIsReportedWithItsLog() throws IOException {
        JvmPlan noSuchOption =
                new JvmPlan(
                        javaCommand(), JvmPlan.Collector.SERIAL, "1g", List.of("-XX:NoSuchOption"));
        ChildLauncher launcher = new ChildLauncher(ClassPaths.ofBuild(), noSuchOption);

        assertThatThrownBy(
                        () ->
                                launcher.run(
                                        Scenario.parse("w1"),
                                        Peer.parse("loop"),
                                        WARMUP_MS,
                                        WINDOW_MS))
                .isInstanceOf(ChildFailedException.class)
                .hasMessageContainingAll("system loop", "scenario w1", "NoSuchOption");
    }

    @Test
    void whatIsMeasuredIsHandedOutAfterEachScenario() throws Exception {
        RunPlan plan =
                new RunPlan(
                        ScenarioSelection.of(List.of("w3", "w4-1", "w4-3"), List.of(1)),
                        List.of(Peer.parse("loop")),
                        0,
                        WINDOW_MS,
                        1,
                        false,
                        jvm());
        List<Integer> soFar = new ArrayList<>();

        List<RunResult> results =
                new ScenarioRunner(
                                new ChildLauncher(ClassPaths.ofBuild(), jvm()),
                                new PrintStream(OutputStream.nullOutputStream()))
                        .run(plan, measured -> soFar.add(measured.size()));

        assertThat(results).hasSize(3).allMatch(RunResult::isGood);
        assertThat(soFar).containsExactly(1, 2);
    }

    @Test
    void twoClustersOnOneClassPathAreRefused(@TempDir Path directory) throws IOException {
        String storm = ClassPaths.ofBuild().of(Family.STORM);
        Files.createDirectories(directory.resolve("org/apache/storm"));
        Files.createFile(directory.resolve("org/apache/storm/LocalCluster.class"));
        Files.writeString(directory.resolve("storm.txt"), storm);
        Files.writeString(directory.resolve("shared.txt"), "");

        assertThatThrownBy(() -> new ClassPaths(directory, directory).of(Family.STORM))
                .hasMessageContainingAll("expected 1", directory.toString(), "storm-server");
    }

    private static boolean isOnPath(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    private static ChildLauncher launcher(ClassPaths classPaths) {
        return new ChildLauncher(classPaths, jvm());
    }

    private static JvmPlan jvm() {
        return new JvmPlan(
                javaCommand(),
                JvmPlan.Collector.PARALLEL,
                "1g",
                List.of("-XX:TieredStopAtLevel=1")); // not for long, and nothing is measured
    }

    private static String javaCommand() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
