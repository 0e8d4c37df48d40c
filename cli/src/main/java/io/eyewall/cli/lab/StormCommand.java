package io.eyewall.cli.lab;

import io.eyewall.lab.LabException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eyewall lab storm}: runs one of Storm's own commands against a lab. */
@Command(
        name = "storm",
        customSynopsis = "eyewall lab storm [--name NAME] VERB [ARGS...]",
        description =
                "Run one of Storm's own commands against the lab: list, kill, rebalance, activate,"
                        + " deactivate, monitor, get-errors and others.",
        footer = {"", "The exit code is that of Storm's command; 1 if there is no such verb."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class StormCommand extends LabSubcommand {
    @Parameters(index = "0", paramLabel = "VERB", description = "As of Storm's 'storm'.")
    private String verb = "";

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "Its arguments and options.")
    private List<String> args = List.of();

    @Override
    int run() throws LabException, IOException, InterruptedException {
        return reportExit(openLabForProgram().storm(verb, args));
    }
}
