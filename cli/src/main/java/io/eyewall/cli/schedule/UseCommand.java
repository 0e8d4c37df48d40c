package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.eyewall.cli.terminal.AlgorithmOptions;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eyewall schedule use}: selects the generator's placement algorithm. */
@Command(
        name = "use",
        description =
                "Let the generator find places in another way from its next look on: by another"
                        + " algorithm or with other parameters, while everything goes on, and after"
                        + " its restart. Plug-ins are read anew.",
        footer = {
            "",
            "Exit codes: 0 done, 1 nobody answered, 2 wrong usage or refused: all stays as it was."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class UseCommand extends ScheduleVerb {
    @Mixin private AlgorithmOptions choice = new AlgorithmOptions();

    @Option(
            names = "--adopt",
            paramLabel = "WHEN",
            description =
                    "gain: plans that save enough and pay back; always: whatever differs, as T-Storm"
                            + " does (default: gain).")
    private String adopt = "gain";

    @Override
    int run() throws IOException, InterruptedException {
        ObjectNode body = JsonMapper.builder().build().createObjectNode();
        body.put("algorithm", choice.algorithm());
        ObjectNode values = body.putObject("parameters");
        choice.parameters().forEach(values::put);
        body.put("periodSec", choice.periodSecs());
        body.put("adopt", adopt);
        JsonNode answer = ask("PUT", "/v1/schedule", body.toString());
        if (!printedAsJson(answer)) {
            out().println(
                            choice.isOff()
                                    ? "executors stay where they are"
                                    : "places are found by "
                                            + choice.algorithm()
                                            + " from the next look on; 'eyewall schedule now' looks"
                                            + " now");
        }
        return DONE;
    }
}
