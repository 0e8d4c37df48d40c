package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
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
final class NowCommand extends ScheduleVerb {
    @Option(names = "--dry-run", description = "Show the plan without applying it.")
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
