package io.eyewall.cli.suite;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.flux.Findings;
import io.eyewall.cli.flux.FluxParameters;
import io.eyewall.cli.run.OutputOptions;
import io.eyewall.cli.suite.CaseResult.Outcome;
import io.eyewall.cli.terminal.DurationConverter;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.cli.terminal.Version;
import io.eyewall.local.application.AppClassLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eyewall test}: runs tests of topologies that are defined in Flux. */
@Command(
        name = "test",
        customSynopsis = "eyewall test [OPTIONS] FILE.test.yaml... [APP.jar...]",
        description =
                "Run tests of topologies that are defined in YAML files of Storm's Flux, on one"
                        + " thread and a virtual clock. FILE.yaml stands for FILE.test.yaml.",
        footer = {
            "",
            "Exit codes: 0 all passed, 1 a test failed or a file is wrong, 2 wrong usage.",
            "docs/guides/lint-and-test.md describes the files.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class TestCommand implements Callable<Integer> {
    private static final int MAX_LINE_CHARS = 2_000;

    /** Loggers that repeat what this command reports, or only log that a test begins. */
    private static final List<String> SILENCED_LOGGERS =
            List.of(
                    "io.eyewall.engine.TopologyFailure",
                    "io.eyewall.engine.lifecycle.TopologyEnd",
                    "org.apache.storm.utils.Time",
                    "org.apache.storm.windowing");

    @Mixin private FluxParameters parameters = new FluxParameters();

    @Option(
            names = "--only",
            paramLabel = "TEXT",
            description = "Run the tests whose name contains TEXT.")
    private @Nullable String only;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write the results to FILE, too, in JUnit's XML.")
    private @Nullable Path junit;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Real time that a test may take; 60s unless set.")
    private Duration timeout = Duration.ofSeconds(60);

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws InterruptedException {
        for (String logger : SILENCED_LOGGERS) {
            System.setProperty("org.slf4j.simpleLogger.log." + logger, "off");
        }
        output.install();
        Supplier<AppClassLoader> loaders = parameters.load(output.console()::printMessage).others();
        SuiteRunner runner = new SuiteRunner(loaders, timeout);
        Set<String> files = new LinkedHashSet<>();
        parameters.files().forEach(file -> files.add(SuiteReader.testFileOf(file)));
        Map<String, List<CaseResult>> results = new LinkedHashMap<>();
        boolean hasError = false;
        for (String file : files) {
            Findings findings = new Findings();
            TestSuite suite = SuiteReader.read(file, findings);
            findings.all().forEach(this::print);
            hasError |= findings.hasErrors();
            if (suite != null) {
                results.put(file, run(runner, suite));
            }
        }
        if (junit != null) {
            try {
                JUnitReport.write(junit, results);
            } catch (IOException e) {
                output.console().printMessage("eyewall: " + junit + ": can't be written: " + e);
                hasError = true;
            }
        }
        long passed = count(results, Outcome.PASSED);
        long failed = count(results, Outcome.FAILED);
        long notRun = count(results, Outcome.NOT_RUN);
        output.console()
                .printMessage(
                        "eyewall: %d passed, %d failed%s%s"
                                .formatted(
                                        passed,
                                        failed,
                                        notRun > 0 ? ", " + notRun + " not run" : "",
                                        passed + failed == 0 && !hasError
                                                ? "; no test has '" + only + "' in its name"
                                                : ""));
        return hasError || failed > 0 || passed == 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    private static long count(Map<String, List<CaseResult>> results, Outcome outcome) {
        return results.values().stream()
                .flatMap(List::stream)
                .filter(result -> result.outcome() == outcome)
                .count();
    }

    private List<CaseResult> run(SuiteRunner runner, TestSuite suite) throws InterruptedException {
        List<CaseResult> results = new ArrayList<>();
        for (TestSuite.Case test : suite.tests()) {
            if (only == null || test.name().contains(only)) {
                CaseResult result = runner.run(suite, test);
                results.add(result);
                if (output.json()) {
                    output.console().printResult(toJson(result));
                } else {
                    printText(result);
                }
            }
        }
        return results;
    }

    private void print(LintFinding finding) {
        output.console().printResult(output.json() ? finding.toJson() : finding.toText());
    }

    private void printText(CaseResult result) {
        String verdict =
                switch (result.outcome()) {
                    case PASSED -> "ok  ";
                    case FAILED -> "FAIL";
                    case NOT_RUN -> "not run";
                };
        TestSuite.Case test = result.test();
        output.console()
                .printResult(
                        verdict
                                + "  "
                                + test.position().position()
                                + "  "
                                + Printable.line(test.name()));
        for (CaseResult.Failure failure : result.failures()) {
            output.console()
                    .printResult(
                            "      "
                                    + failure.finding().position()
                                    + ": "
                                    + Printable.line(failure.finding().message(), MAX_LINE_CHARS));
            failure.details()
                    .forEach(
                            line ->
                                    output.console()
                                            .printResult(
                                                    "        "
                                                            + Printable.line(
                                                                    line, MAX_LINE_CHARS)));
        }
    }

    private static String toJson(CaseResult result) {
        LintFinding position = result.test().position();
        return JsonLine.of(
                line -> {
                    line.writeStringField("file", position.file());
                    line.writeNumberField("line", position.line());
                    line.writeStringField("test", result.test().name());
                    line.writeStringField(
                            "outcome", result.outcome().name().toLowerCase(Locale.ROOT));
                    line.writeNumberField("millis", result.millis());
                    line.writeArrayFieldStart("failures");
                    for (CaseResult.Failure failure : result.failures()) {
                        line.writeStartObject();
                        line.writeStringField("file", failure.finding().file());
                        line.writeNumberField("line", failure.finding().line());
                        line.writeNumberField("column", failure.finding().column());
                        line.writeStringField("message", failure.finding().message());
                        line.writeArrayFieldStart("details");
                        for (String detail : failure.details()) {
                            line.writeString(detail);
                        }
                        line.writeEndArray();
                        line.writeEndObject();
                    }
                    line.writeEndArray();
                });
    }
}
