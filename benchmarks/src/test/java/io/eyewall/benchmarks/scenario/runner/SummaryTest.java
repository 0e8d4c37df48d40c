package io.eyewall.benchmarks.scenario.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.child.Measurement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
    private static final List<RunResult> RESULTS =
            List.of(
                    good("w1", "loop", 20),
                    good("w1", "eyewall", 15),
                    good("w1", "storm", 3),
                    good("w1", "loop", 30),
                    good("w1", "eyewall", 10),
                    wrong("w1", "storm", 500),
                    good("w1", "loop", 25),
                    good("w1", "eyewall", 12.5),
                    good("w1", "storm", 2),
                    good("w1-acked", "eyewall", 10),
                    RunResult.failed(step("w1-acked", "storm"), "it broke"));

    private final Summary summary = new Summary(RESULTS);

    @TempDir Path directory;

    @Test
    void takesTheMedianOfTheRounds() {
        Summary.Row loop = row("w1", "loop");

        assertThat(loop.millionUnitsPerSec()).isEqualTo(25);
        assertThat(loop.lowest()).isEqualTo(20);
        assertThat(loop.highest()).isEqualTo(30);
        assertThat(loop.goodRounds()).isEqualTo(3);
    }

    @Test
    void aWrongAnswerHasNoRate() {
        Summary.Row storm = row("w1", "storm");

        assertThat(storm.millionUnitsPerSec()).isEqualTo(2.5);
        assertThat(storm.highest()).isEqualTo(3);
        assertThat(storm.failedRounds()).isEqualTo(1);
    }

    @Test
    void comparesWithHandwrittenAndWithOurs() {
        assertThat(row("w1", "eyewall").toHandwritten()).hasValue(0.5);
        assertThat(row("w1", "eyewall").toOurs()).hasValue(1);
        assertThat(row("w1", "storm").toOurs()).hasValue(0.2);
    }

    @Test
    void independentLoopsAreNoWordCountToCompareWith() {
        Summary parallel =
                new Summary(
                        List.of(
                                good("w1-p2", "loop", 40),
                                good("w1-p2", "pipe", 20),
                                good("w1-p2", "eyewall", 10),
                                good("w3-p2", "loop", 40),
                                good("w3-p2", "eyewall", 10)));

        assertThat(parallel.rows().get(2).toHandwritten()).hasValue(0.5);
        assertThat(parallel.rows().get(4).toHandwritten()).hasValue(0.25);
    }

    @Test
    void anAckedScenarioIsComparedWithTheUnackedHandwrittenOne() {
        assertThat(row("w1-acked", "eyewall").toHandwritten()).hasValue(0.4);
    }

    @Test
    void aSystemThatAlwaysFailedIsShownWithoutNumbers() {
        Summary.Row storm = row("w1-acked", "storm");

        assertThat(storm.millionUnitsPerSec()).isNaN();
        assertThat(storm.toOurs()).isEqualTo(OptionalDouble.empty());
        assertThat(table()).containsPattern("w1-acked +storm +1 FAILED");
    }

    @Test
    void theTableShowsRatesAndRatios() {
        assertThat(table())
                .contains("commit abc")
                .containsPattern(
                        "w1 +eyewall +12\\.50 +\\(10\\.00 - 15\\.00\\).* 0\\.500 +1\\.000");
    }

    @Test
    void theJsonHoldsEnvironmentSummaryAndEveryRun() throws IOException {
        Path file = directory.resolve("result.json");
        ResultJson.write(file, environment(), summary, RESULTS);

        JsonNode document = new ObjectMapper().readTree(file.toFile());
        assertThat(document.at("/environment/commit").asText()).isEqualTo("abc");
        assertThat(document.at("/summary/1/toHandwritten").asDouble()).isEqualTo(0.5);
        assertThat(document.at("/summary/4/millionUnitsPerSec").isNull()).isTrue();
        assertThat(document.at("/runs")).hasSize(RESULTS.size());
        assertThat(document.at("/runs/5/failure").asText()).contains("wrong answer");
        assertThat(document.at("/runs/0/measurement/units").asLong()).isEqualTo(20_000_000);
    }

    private Summary.Row row(String scenario, String peer) {
        return summary.rows().stream()
                .filter(
                        row ->
                                row.scenario().name().equals(scenario)
                                        && row.peer().name().equals(peer))
                .findFirst()
                .orElseThrow();
    }

    private String table() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResultTable.print(
                environment(), summary, new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Environment environment() {
        return new Environment(
                "2025-01-01T00:00:00Z",
                "cpu",
                2,
                1_000,
                "os",
                0.5,
                "java",
                List.of("-Xmx2g"),
                "abc",
                1_000,
                2_000,
                3);
    }

    private static RunPlan.Step step(String scenario, String peer) {
        return new RunPlan.Step(1, Scenario.parse(scenario), Peer.parse(peer));
    }

    private static RunResult good(String scenario, String peer, double millionUnitsPerSec) {
        return RunResult.of(step(scenario, peer), measurement(millionUnitsPerSec, List.of()));
    }

    private static RunResult wrong(String scenario, String peer, double millionUnitsPerSec) {
        return RunResult.of(
                step(scenario, peer),
                measurement(millionUnitsPerSec, List.of("a word is missing")));
    }

    private static Measurement measurement(double millionUnitsPerSec, List<String> problems) {
        return new Measurement(
                Math.round(millionUnitsPerSec * 1e6),
                1_000_000_000L,
                1_000_000_000L,
                -1,
                1024,
                2048,
                10,
                20,
                100,
                0,
                0,
                0,
                0,
                0,
                1,
                1,
                List.of(),
                List.of("PS Scavenge"),
                "17",
                problems);
    }
}
