package io.eyewall.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.ScenarioSelection;
import io.eyewall.benchmarks.scenario.child.Measurement;
import io.eyewall.benchmarks.scenario.runner.ChildLauncher;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import io.eyewall.benchmarks.scenario.runner.JvmPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs Flink and Jet on every scenario that they can for a moment, and checks their answers. */
class PeersSmokeIT {
    private static final long WARMUP_MS = 100;
    private static final long WINDOW_MS = 200;

    static List<String> pairs() {
        List<String> pairs = new ArrayList<>();
        List<String> names = List.of("all", "w1-p2", "w3-p2");
        for (Scenario scenario : ScenarioSelection.of(names, List.of(1))) {
            for (PeerKind kind : List.of(PeerKind.FLINK, PeerKind.JET)) {
                if (kind.supports(scenario)) {
                    pairs.add(scenario + " " + kind.id());
                }
            }
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void givesTheRightAnswer(String pair) throws IOException, InterruptedException {
        String[] names = pair.split(" ");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        JvmPlan jvm = new JvmPlan(java, JvmPlan.Collector.PARALLEL, "1g", List.of());

        Measurement measurement =
                new ChildLauncher(ClassPaths.ofBuild(), jvm)
                        .run(Scenario.parse(names[0]), Peer.parse(names[1]), WARMUP_MS, WINDOW_MS);

        assertThat(measurement.problems()).isEmpty();
        assertThat(measurement.counted()).isPositive();
    }
}
