package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall schedule now}: makes the generator evaluate the placement immediately. */
@Command(
        name = "now",
        description =
                "Make the generator evaluate the cluster now. Its plan is applied if"
                        + " it differs from the present placement, even if it saves little.",
        footer = {
            "",
            "Exit codes: 0 evaluated, 1 no answer, or not possible now, 2 wrong" + " usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class NowCommand extends ScheduleSubcommand {
    @Option(names = "--dry-run", description = "Show the plan without applying it.")
    private boolean dryRun;

    @Override
    int run() throws IOException, InterruptedException {
        JsonNode decision = send("POST", "/v1/schedule/now?dry=" + dryRun, "");
        if (!printIfJson(decision)) {
            ScheduleText.decisionLines(decision, true).forEach(out()::println);
        }
        String verdict = decision.path("verdict").asText();
        return verdict.equals("NOTHING") || verdict.equals("FAILED")
                ? ExitCode.FAILED
                : ExitCode.OK;
    }
}
