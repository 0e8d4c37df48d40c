package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.eyewall.cli.terminal.ExitCode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code eyewall run} prints where, of applications that are loud or in trouble. */
@NullUnmarked // fields are set by the framework
@Timeout(120)
@Tag("more")
class RunOutputIT {
    @TempDir static Path directory;
    private static String jar;

    @BeforeAll
    static void buildApplications() throws IOException {
        jar = TestApps.build(directory, List.of()).toString();
    }

    private static Child run(String... args) throws Exception {
        return Child.run(directory, args);
    }

    /** Fails unless every line is one event. */
    private static List<JsonNode> events(Child child) throws IOException {
        List<JsonNode> events = new ArrayList<>();
        for (String line : child.out().split("\n", -1)) {
            if (!line.isEmpty()) {
                JsonNode event = new ObjectMapper().readTree(line);
                assertThat(event.path("event").isTextual()).as(line).isTrue();
                assertThat(line).containsPattern("^[\\x20-\\x7e]+$");
                events.add(event);
            }
        }
        return events;
    }

    private static List<JsonNode> events(Child child, String name) throws IOException {
        return events(child).stream()
                .filter(event -> event.path("event").asText().equals(name))
                .toList();
    }

    @Test
    void keepsTheStandardOutputForJson() throws Exception {
        Child child = run("run", "--json", "--for", "2s", jar, "app.Loud");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(events(child, "summary")).hasSize(1);
        assertThat(child.err())
                .contains("static initialiser", "captured", "child thread", "first tuple")
                .contains("by java.util.logging", "by slf4j", "uploading");
    }

    @Test
    @Tag("complete")
    void leavesTheStandardOutputToTheApplicationOtherwise() throws Exception {
        Child child = run("run", "--for", "1s", "--log", "warn", jar, "app.Loud");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        assertThat(child.out()).contains("static initialiser", "captured", "first tuple");
        assertThat(child.err()).doesNotContain("by slf4j");
    }

    @Test
    void printsWhatComponentsReport() throws Exception {
        Child child = run("run", "--for", "2500ms", jar, "app.Troubled", "refused");
        assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
        String reported = "reported app.Troubled$Refused: connection \\u001b[31m refused";
        assertThat(child.err())
                .containsPattern("INFO\\] app.Troubled\\$Db - the database of the application")
                .containsPattern(
                        "troubled: 'db' task \\d " + java.util.regex.Pattern.quote(reported))
                .containsOnlyOnce("    at app.Troubled$Db.execute")
                .containsPattern("troubled \\d+s: .* failed \\d+ \\| errors \\d+")
                .containsPattern("troubled in all, \\d+s: .* failed \\d+ \\| errors \\d+")
                .containsPattern(
                        "troubled: 'db' reported \\d+ errors of 2 tasks from \\d to \\d; such as ")
                .doesNotContain("\033");
        assertThat(child.err().lines().filter(line -> line.contains(reported)).count())
                .as("of thousands")
                .isBetween(1L, 6L);
    }

    @Test
    void countsReportedErrorsInJson() throws Exception {
        for (String trouble : List.of("refused", "unprintable", "huge")) {
            Child child = run("run", "--json", "--for", "2s", jar, "app.Troubled", trouble);
            assertThat(child.exitCode()).as(child.err()).isEqualTo(ExitCode.OK);
            assertThat(events(child, "error"))
                    .isNotEmpty()
                    .allSatisfy(
                            event -> {
                                assertThat(event.path("component").asText()).isEqualTo("db");
                                assertThat(event.path("task").asInt()).isPositive();
                                assertThat(event.path("error").asText())
                                        .startsWith("app.Troubled$");
                                assertThat(event.path("reportedSoFar").asLong()).isPositive();
                            });
            JsonNode summary = events(child, "errorSummary").get(0);
            JsonNode all = events(child, "summary").get(0);
            assertThat(summary.path("reported").asLong())
                    .isEqualTo(all.path("errors").asLong())
                    .isEqualTo(all.path("components").path("db").path("errors").asLong());
            assertThat(child.out()).hasSizeLessThan(1_000_000);
        }
    }

    @Test
    void namesThePrepareForWhichAllWait() throws Exception {
        Child text = run("run", "--for", "3s", jar, "app.Troubled", "hang");
        assertThat(text.exitCode()).as(text.err()).isEqualTo(ExitCode.OK);
        assertThat(text.err())
                .containsPattern(
                        "troubled \\d+s: starting; waits for prepare of 'db' task \\d for \\d+ s, at"
                                + " app.Troubled\\$Db.connect\\(.*\\) and 1 more");
        assertThat(text.out()).doesNotContain("first tuple");

        Child json = run("run", "--json", "--for", "3s", jar, "app.Troubled", "hang");
        JsonNode waits = events(json, "progress").get(1).path("waitsFor").get(0);
        assertThat(waits.path("component").asText()).isEqualTo("db");
        assertThat(waits.path("call").asText()).isEqualTo("prepare");
        assertThat(waits.path("seconds").asDouble()).isPositive();
        assertThat(waits.path("stack").toString()).contains("app.Troubled$Db.connect");
    }

    @Test
    @Tag("complete")
    @DisabledOnOs(OS.WINDOWS)
    void endsWhenNobodyReadsAnyMore() throws Exception {
        for (boolean json : new boolean[] {true, false}) {
            List<String> args = new ArrayList<>(List.of("run"));
            if (json) {
                args.add("--json");
            }
            args.addAll(List.of(jar, "app.Endless"));
            ProcessBuilder builder =
                    new ProcessBuilder(Child.command(List.of(), args.toArray(new String[0])));
            if (json) {
                builder.redirectError(ProcessBuilder.Redirect.DISCARD);
            } else {
                builder.redirectErrorStream(true);
            }
            Process process = builder.start();
            try (BufferedReader out =
                    new BufferedReader(
                            new InputStreamReader(
                                    process.getInputStream(), StandardCharsets.UTF_8))) {
                assertThat(out.readLine()).isNotNull();
            }
            try {
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("json: " + json).isTrue();
                assertThat(process.exitValue()).isEqualTo(ExitCode.UNREAD);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    @Tag("complete")
    void sumsUpATopologyThatDoesNotEnd() throws Exception {
        Child child = run("run", "--for", "1s", jar, "app.Stubborn");
        assertThat(child.err())
                .contains("user code did not return in time")
                .containsPattern("stubborn in all, \\d+s: ");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Tag("complete")
    void saysWhenLinesWereLostOnAFullDisk() throws Exception {
        Path err = directory.resolve("full.err");
        Process process =
                new ProcessBuilder(
                                Child.command(
                                        List.of(),
                                        "run",
                                        "--json",
                                        "--for",
                                        "1s",
                                        jar,
                                        "app.Endless"))
                        .redirectOutput(new File("/dev/full"))
                        .redirectError(err.toFile())
                        .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(ExitCode.FAILED);
            assertThat(err).content().contains("first tuple", "lines are missing");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void saysWhyAFileNameIsNotUnderstood() throws Exception {
        Path err = directory.resolve("locale.err");
        List<String> command = new ArrayList<>();
        Collections.addAll(command, "sh", "-c", "exec \"$@\" \"$(printf '\\303\\251.jar')\"", "sh");
        command.addAll(Child.command(List.of(), "run"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitCode.USAGE);
        assertThat(err).content().contains("set LC_ALL to a UTF-8 locale");
    }
}
