package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.RunningTopology;
import io.eyewall.local.LocalNimbus;
import io.eyewall.local.StormConf;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.SubmitOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SnapshotsCommandTest {
    private static final String SUMS = "0  [0, 14850]\n0  [1, 14950]\n0  [2, 15050]\n";

    /** Runs a topology with a sum for each of three keys until a snapshot has all numbers. */
    private static void takeSnapshots(Path folder) throws Exception {
        FlowBuilder flows = new FlowBuilder();
        flows.source(
                        "numbers",
                        Generator.of(n -> List.of(n), "n").count(300).build(),
                        tuple -> tuple.getLong(0))
                .keyBy(number -> number % 3)
                .running("sums", 0L, (Long sum, Long number) -> sum + number)
                .forEach("end", sum -> {});
        try (LocalNimbus nimbus = new LocalNimbus(StormConf.localMode())) {
            RunningTopology running =
                    nimbus.start(
                            "totals",
                            Map.of(
                                    "eyewall.snapshot.dir",
                                    folder.toString(),
                                    "eyewall.snapshot.interval.ms",
                                    20),
                            flows.build(),
                            new SubmitOptions(TopologyInitialStatus.ACTIVE));
            while (running.failure().isEmpty() && !sums(folder).equals(SUMS)) {
                Thread.sleep(20);
            }
            assertThat(running.failure()).isEmpty();
            assertThat(say(folder, "totals").out()).contains("COMPONENT", "numbers");
            running.kill(Duration.ZERO);
            assertThat(running.await(Duration.ofSeconds(30))).isTrue();
        }
    }

    private static String sums(Path folder) {
        return Files.exists(folder.resolve("totals")) ? say(folder, "totals", "sums").out() : "";
    }

    private static Verbs.Said say(Path folder, String... words) {
        return Verbs.say(Verbs.with(List.of("snapshots", folder.toString()), words));
    }

    @Test
    void showsTopologiesTasksAndEntries(@TempDir Path folder) throws Exception {
        takeSnapshots(folder);

        assertThat(say(folder).out())
                .containsPattern("TOPOLOGY +TAKEN +STATE +SNAPSHOT +AGE +ENTRIES +BYTES")
                .containsPattern("totals +20\\d\\d-\\S+Z +(in the middle|ended) +\\d+ +\\d+s ");
        assertThat(say(folder, "--json").out())
                .startsWith("{\"topology\":\"totals\",\"snapshot\":");
        assertThat(say(folder, "totals").out()).containsPattern("sums +0 +\\d+ +\\d+");
        assertThat(say(folder, "totals", "sums").out()).isEqualTo(SUMS);
        assertThat(say(folder, "totals", "sums", "--json").out())
                .startsWith("{\"task\":0,\"entry\":\"[0, 14850]\"}");
    }

    @Test
    void namesWhatIsNotThere(@TempDir Path folder) throws Exception {
        assertThat(say(folder.resolve("none")).code()).isEqualTo(1);
        assertThat(say(folder.resolve("none")).err()).contains("there is no folder");
        assertThat(say(folder).out()).startsWith("TOPOLOGY");
        takeSnapshots(folder);
        assertThat(say(folder, "other").err())
                .contains("topology 'other' has no snapshot in", "[totals]");
        assertThat(say(folder, "totals", "other").err())
                .contains("component 'other' has no state in snapshot", "sums");
    }
}
