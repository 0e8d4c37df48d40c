package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code eyewall schedule now}: makes the generator evaluate the placement immediately. */
@Command(
        name = "now",
        description =
                "Have the generator look now. Its plan is done if it differs from what is, whether"
                        + " or not that saves enough.",
        footer = {
            "",
            "Exit codes: 0 it has looked, 1 nobody answered, or it can't, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class NowCommand extends ScheduleVerb {
    @Option(names = "--dry-run", description = "Show the plan, and leave all as it is.")
    private boolean dry;

    @Override
    int run() throws IOException, InterruptedException {
        JsonNode decision = ask("POST", "/v1/schedule/now?dry=" + dry, "");
        if (!printedAsJson(decision)) {
            ScheduleText.decision(decision, true).forEach(out()::println);
        }
        String verdict = decision.path("verdict").asText();
        return verdict.equals("NOTHING") || verdict.equals("FAILED") ? NOT_DONE : DONE;
    }
}
