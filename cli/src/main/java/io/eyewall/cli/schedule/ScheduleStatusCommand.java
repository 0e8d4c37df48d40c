package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall schedule status}: prints the generator's state. */
@Command(
        name = "status",
        description =
                "Show the algorithm, the plan on offer, nodes and topologies, and the"
                        + " last decisions with their reasons.",
        footer = {"", "Exit codes: 0 shown, 1 no process answered, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class ScheduleStatusCommand extends ScheduleSubcommand {
    @Option(names = "--plan", description = "Also print the plans of the last decisions in full.")
    private boolean plans;

    @Override
    int run() throws IOException, InterruptedException {
        JsonNode status = send("GET", "/v1/schedule", "");
        if (!printIfJson(status)) {
            ScheduleText.statusLines(status, plans).forEach(out()::println);
        }
        return ExitCode.OK;
    }
}
