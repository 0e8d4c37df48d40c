package io.eyewall.benchmarks.scenario.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.benchmarks.scenario.Latency;
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
                    SampleRun.good("w1", "loop", 20),
                    SampleRun.good("w1", "eyewall", 15),
                    SampleRun.good("w1", "storm", 3),
                    SampleRun.good("w1", "loop", 30),
                    SampleRun.good("w1", "eyewall", 10),
                    SampleRun.wrong("w1", "storm", 500),
                    SampleRun.good("w1", "loop", 25),
                    SampleRun.good("w1", "eyewall", 12.5),
                    SampleRun.good("w1", "storm", 2),
                    SampleRun.good("w1-acked", "eyewall", 10),
                    RunResult.failed(SampleRun.step("w1-acked", "storm"), "it broke"));

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
    void theSpreadIsTheFarthestRoundFromTheMedian() {
        assertThat(row("w1", "loop").spread()).hasValue(0.2);
        assertThat(row("w1-acked", "eyewall").spread()).isEmpty();
        assertThat(row("w1-acked", "storm").spread()).isEmpty();
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
        assertThat(row("w1", "storm").cpuToOurs().orElseThrow()).isCloseTo(5.2, within(0.1));
    }

    @Test
    void independentLoopsAreNoWordCountToCompareWith() {
        Summary parallel =
                new Summary(
                        List.of(
                                SampleRun.good("w1-p2", "loop", 40),
                                SampleRun.good("w1-p2", "pipe", 20),
                                SampleRun.good("w1-p2", "eyewall", 10),
                                SampleRun.good("w3-p2", "loop", 40),
                                SampleRun.good("w3-p2", "eyewall", 10)));

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
    void latenciesAreMediansInMicroseconds() {
        Summary measured =
                new Summary(
                        List.of(
                                SampleRun.late("w6", new Latency(9, 1_000, 5_000, 9_000, 10_000)),
                                SampleRun.late("w6", new Latency(9, 2_000, 6_000, 8_000, 10_000)),
                                SampleRun.late("w6", new Latency(9, 3_000, 4_000, 7_000, 10_000))));

        assertThat(measured.rows().get(0).fromDue()).isEqualTo(new Summary.LatencyUs(2, 5, 8));
        assertThat(measured.rows().get(0).hasLatency()).isTrue();
        assertThat(table(measured)).containsPattern("from when due(.*\n)+.*w6 +eyewall +2 +5 +8");
        assertThat(row("w1", "eyewall").hasLatency()).isFalse();
        assertThat(table()).doesNotContain("from when due");
    }

    @Test
    void theTableShowsRatesAndRatios() {
        assertThat(table())
                .contains("commit abc")
                .containsPattern(
                        "w1 +eyewall +12\\.500 +\\(10\\.000 - 15\\.000\\) +20%.* 0\\.50 +1\\.00 +1\\.00");
    }

    @Test
    void slowWorksHaveMoreDigits() {
        Summary slow = new Summary(List.of(SampleRun.good("m1", "storm", 0.00042)));

        assertThat(table(slow)).containsPattern("m1 +storm +0\\.00042 ");
    }

    @Test
    void theJsonHoldsEnvironmentSummaryAndEveryRun() throws IOException {
        Path file = directory.resolve("result.json");
        ResultJson.write(file, SampleRun.environment(), summary, RESULTS);

        JsonNode document = new ObjectMapper().readTree(file.toFile());
        assertThat(document.at("/environment/commit").asText()).isEqualTo("abc");
        assertThat(document.at("/summary/1/toHandwritten").asDouble()).isEqualTo(0.5);
        assertThat(document.at("/summary/0/spread").asDouble()).isEqualTo(0.2);
        assertThat(document.at("/summary/4/millionUnitsPerSec").isNull()).isTrue();
        assertThat(document.at("/runs")).hasSize(RESULTS.size());
        assertThat(document.at("/runs/5/failure").asText()).contains("wrong answer");
        assertThat(document.at("/runs/0/measurement/units").asLong()).isEqualTo(20_000_000);
    }

    @Test
    void whereNothingIsCountedProcessorTimeIsAllThereIsToSay() {
        Summary idle = new Summary(List.of(SampleRun.good("idle", "eyewall", 0)));

        assertThat(idle.rows().get(0).cpuToOurs()).isEmpty();
        assertThat(table(idle)).containsPattern("idle +eyewall +100\\.00").doesNotContain("Infin");
        assertThat(table()).doesNotContain("nothing to do");
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
        return table(summary);
    }

    private static String table(Summary shown) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResultTable.print(
                SampleRun.environment(),
                shown,
                new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theMedianOfEvenlyManyIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(Summary.median(List.of("abc", "a", "abcdef", "ab"), String::length))
                .isEqualTo(2.5);
        assertThat(Summary.median(List.of("abc", "a", "ab"), String::length)).isEqualTo(2);
    }
}
