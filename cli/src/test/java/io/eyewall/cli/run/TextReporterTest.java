package io.eyewall.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.Console;
import io.eyewall.cli.terminal.ReportedError;
import io.eyewall.engine.ErrorReport;
import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.TopologyStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TextReporterTest {
    private static final TopologyProgress PROGRESS = progress(12, List.of());

    private static TopologyProgress progress(int uptimeSecs, List<TaskOpening> openings) {
        return new TopologyProgress(
                "words",
                uptimeSecs,
                List.of(
                        new TopologyProgress.Component("count", 100, 1_250_000, 3, 0),
                        new TopologyProgress.Component("lines", 50, 12_340, 0, 9_000),
                        new TopologyProgress.Component("split", 7, 7, 0, 788)),
                40,
                2,
                8,
                openings);
    }

    /** What is printed, without a terminal. */
    private static String printed(Consumer<Reporter> events) {
        return printed(false, events);
    }

    private static String printed(boolean terminal, Consumer<Reporter> events) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        events.accept(new TextReporter(new Console(System.out, err, terminal, () -> 20)));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void writesRatesForPeople() {
        assertThat(TextReporter.progressLine(PROGRESS))
                .isEqualTo(
                        "words 12s: count 1.3M/s lines 12.3k/s split 7/s"
                                + " | acked 40 pending 8 failed 2 | errors 9788");
    }

    @Test
    void staysOnOneLineOfATerminalUntilSomethingElseIsSaid() {
        assertThat(printed(true, r -> r.onProgress(PROGRESS)))
                .isEqualTo("\r\033[Kwords 12s: count 1.");
        assertThat(
                        printed(
                                true,
                                r -> {
                                    r.onProgress(PROGRESS);
                                    r.onStatus("words", "words-1", TopologyStatus.ENDED);
                                }))
                .endsWith("count 1.\r\033[Ktopology 'words': ended" + System.lineSeparator());
        assertThat(printed(r -> r.onProgress(PROGRESS)))
                .endsWith("errors 9788" + System.lineSeparator());
    }

    @Test
    void printsLessOftenAfterTenSecondsWithoutATerminal() {
        String text =
                printed(
                        r -> {
                            for (int second = 1; second <= 45; second++) {
                                r.onProgress(progress(second, List.of()));
                            }
                        });
        assertThat(text.lines().map(line -> line.substring(6, line.indexOf('s', 6))))
                .containsExactly(
                        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "20", "30", "40");
    }

    @Test
    void saysForWhichTaskAStartWaits() {
        TaskOpening hangs =
                new TaskOpening(
                        "db",
                        3,
                        "prepare",
                        Duration.ofSeconds(7),
                        List.of(
                                new StackTraceElement("java.lang.Thread", "sleep", null, -2),
                                new StackTraceElement("app.Db", "connect", "Db.java", 12)));
        assertThat(TextReporter.progressLine(progress(8, List.of(hangs))))
                .isEqualTo(
                        "words 8s: starting; waits for prepare of 'db' task 3 for 7 s,"
                                + " at app.Db.connect(Db.java:12)");
        assertThat(TextReporter.progressLine(progress(8, List.of(hangs, hangs, hangs))))
                .endsWith("Db.java:12) and 2 more");
    }

    @Test
    void saysForWhatAnEndWaitsAndWhatWasLeft() {
        assertThat(printed(r -> r.onDraining(PROGRESS, 8)))
                .isEqualToIgnoringNewLines(
                        "words finishing: waits for 8 messages, 3 tuples (count 3); at most 8 s");
        assertThat(printed(r -> r.onSummary(PROGRESS)))
                .isEqualToIgnoringNewLines(
                        "words in all, 12s: count 100 (mean 1.3M/s) lines 50 (mean 12.3k/s)"
                                + " split 7 (mean 7/s) | acked 40 left 8 failed 2 | errors 9788"
                                + " | left in queues 3 tuples (count 3)");
    }

    @Test
    void printsTheStackOfAnErrorOnce() {
        ErrorReport report =
                new ErrorReport(
                        "db", 3, 7, 1_000, "app.Lost: \033[2Jno\r\n\tat app.Db(Db.java:1)\n");
        String first = printed(r -> r.onError("words", new ReportedError(report, 1, 1, true)));
        assertThat(first.lines())
                .containsExactly(
                        "words: 'db' task 3 reported app.Lost: \\u001b[2Jno",
                        "    at app.Db(Db.java:1)");
        String again = printed(r -> r.onError("words", new ReportedError(report, 5, 9_788, false)));
        assertThat(again)
                .isEqualToIgnoringNewLines(
                        "words: 'db' task 3 reported app.Lost: \\u001b[2Jno (9788 so far)");
    }

    @Test
    void namesNoTaskOfAnErrorThatHasNone() {
        ErrorReport report = new ErrorReport("__system", -1, 0, 1_000, "process 7 has ended");
        assertThat(printed(r -> r.onError("words", new ReportedError(report, 1, 1, true))))
                .isEqualToIgnoringNewLines("words: '__system' reported process 7 has ended");
        assertThat(
                        printed(
                                r ->
                                        r.onErrorSummary(
                                                "words",
                                                new ErrorWatch.Total(
                                                        "__system", Map.of(-1, 2L), report))))
                .isEqualToIgnoringNewLines(
                        "words: '__system' reported 2 errors; such as process 7 has ended");
    }

    @Test
    void sumsUpErrors() {
        ErrorReport report = new ErrorReport("db", 3, 7, 1_000, "app.Lost: no");
        assertThat(
                        printed(
                                r -> {
                                    r.onErrorSummary(
                                            "words",
                                            new ErrorWatch.Total("db", Map.of(3, 1L), report));
                                    r.onErrorSummary(
                                            "words",
                                            new ErrorWatch.Total(
                                                    "web", Map.of(9, 4L, 5, 5L), null));
                                }))
                .isEqualToIgnoringNewLines(
                        "words: 'db' reported 1 error of task 3; such as app.Lost: no"
                                + "words: 'web' reported 9 errors of 2 tasks from 5 to 9");
    }
}
