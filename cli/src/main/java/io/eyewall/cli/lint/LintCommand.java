package io.eyewall.cli.lint;

import io.eyewall.cli.finding.LintFinding;
import io.eyewall.cli.finding.LintFinding.Severity;
import io.eyewall.cli.flux.Findings;
import io.eyewall.cli.flux.FluxException;
import io.eyewall.cli.flux.FluxFileOptions;
import io.eyewall.cli.flux.FluxLint;
import io.eyewall.cli.flux.FluxParameters;
import io.eyewall.cli.flux.FluxSource;
import io.eyewall.cli.run.OutputOptions;
import io.eyewall.cli.suite.SuiteReader;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eyewall lint}: reports errors in Flux files before they are run. */
@Command(
        name = "lint",
        customSynopsis = "eyewall lint [OPTIONS] FILE.yaml... [APP.jar...]",
        description =
                "Report errors and likely errors in topologies that are defined in"
                        + " YAML files of Storm's Flux, with file, line and column.",
        footer = {
            "",
            "Exit codes: 0 no errors, 1 there are errors (with --strict: or"
                    + " warnings), 2 wrong usage.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class LintCommand implements Callable<Integer> {
    @Mixin private FluxParameters parameters = new FluxParameters();

    @Mixin private FluxFileOptions files = new FluxFileOptions();

    @Option(
            names = "--static",
            description =
                    "Do not run the application's code; streams and fields that components"
                            + " declare are then not checked.")
    private boolean isStatic;

    @Option(names = "--strict", description = "Warnings count as errors.")
    private boolean strict;

    @Mixin private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() {
        output.install();
        ClassLoader loader = parameters.load(output.console()::printMessage).loader();
        List<LintFinding> findings = new ArrayList<>();
        for (String file : parameters.files()) {
            List<LintFinding> fileFindings = new ArrayList<>(lint(loader, file));
            fileFindings.sort(
                    Comparator.comparing(LintFinding::file)
                            .thenComparingInt(LintFinding::line)
                            .thenComparingInt(LintFinding::column));
            fileFindings.forEach(
                    finding ->
                            output.console()
                                    .printResult(
                                            output.json() ? finding.toJson() : finding.toText()));
            findings.addAll(fileFindings);
        }
        long errors =
                findings.stream().filter(finding -> finding.severity() == Severity.ERROR).count();
        long warnings = findings.size() - errors;
        output.console()
                .printMessage(
                        "eyewall: %d files, %d errors, %d warnings"
                                .formatted(parameters.files().size(), errors, warnings));
        return errors > 0 || (strict && warnings > 0) ? ExitCode.FAILED : ExitCode.OK;
    }

    private List<LintFinding> lint(ClassLoader loader, String file) {
        if (SuiteReader.isSuite(file)) {
            Findings findings = new Findings();
            SuiteReader.read(file, findings);
            return findings.all();
        }
        try {
            FluxSource source = files.source(loader);
            return FluxLint.lint(source, files.fluxName(file), files.resource(), !isStatic).all();
        } catch (FluxException e) {
            return List.of(e.finding());
        }
    }
}
