package io.eyewall.benchmarks.scenario.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StormMcTablesTest {
    @Test
    void aRowPerParallelismInTuplesPerFiveMinutes() {
        String tables =
                print(
                        SampleRun.good("w1", "eyewall", 18),
                        SampleRun.good("w1-p10", "eyewall", 9),
                        SampleRun.good("w1", "storm-default", 3),
                        SampleRun.good("w1-acked", "eyewall", 7),
                        SampleRun.good("w1", "storm", 4));

        assertThat(tables)
                .containsPattern("Table 5.1: Eyewall: .*WordCount")
                .containsPattern("\n1 +600,000,000 +600,000,000 +5,400,000,000 +100.0% +1.0M\n")
                .containsPattern("\n10 +300,000,000 +300,000,000 +2,700,000,000 ")
                .containsPattern("Table 5.2: Apache Storm: ")
                .containsPattern("\n1 +100,000,000 +100,000,000 +900,000,000 ")
                .doesNotContain("Table 5.3", "Table 5.5");
        assertThat(tables.lines().filter(line -> line.startsWith("1"))).hasSize(3);
    }

    @Test
    void emailsAndSortedTextsHaveTheirOwnTables() {
        assertThat(
                        print(
                                SampleRun.good("e1", "eyewall", 0.1),
                                SampleRun.good("w2", "storm-default", 2)))
                .containsPattern(
                        "Table 5.3: Eyewall: .*Enron.*\n.*Emails Processed.*\n1 +30,000,000 ")
                .containsPattern(
                        "Table 5.6: Apache Storm: .*\n.*SortBolt.*\n1 +600,000,000 +600,000,000 ");
    }

    private static String print(RunResult... results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StormMcTables.print(
                new Summary(List.of(results)),
                new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
