package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.eyewall.cli.terminal.AlgorithmOptions;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eyewall schedule use}: selects the generator's placement algorithm. */
@Command(
        name = "use",
        description =
                "Change the generator's placement algorithm or its parameters, from"
                        + " the next evaluation on and across restarts; topologies continue to"
                        + " run. Plug-ins are reloaded.",
        footer = {
            "",
            "Exit codes: 0 done, 1 no process answered, 2 wrong usage or refused:"
                    + " nothing has changed."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class UseCommand extends ScheduleSubcommand {
    @Mixin private AlgorithmOptions choice = new AlgorithmOptions();

    @Option(
            names = "--adopt",
            paramLabel = "WHEN",
            description =
                    "Which plans are adopted. gain: those that save enough and whose moves"
                            + " pay back; always: all that differ from the present placement, as in"
                            + " T-Storm (default: gain).")
    private String adopt = "gain";

    @Override
    int run() throws IOException, InterruptedException {
        ObjectNode body = JsonMapper.builder().build().createObjectNode();
        body.put("algorithm", choice.algorithm());
        ObjectNode values = body.putObject("parameters");
        choice.parameters().forEach(values::put);
        body.put("periodSec", choice.periodSecs());
        body.put("adopt", adopt);
        JsonNode answer = send("PUT", "/v1/schedule", body.toString());
        if (!printIfJson(answer)) {
            out().println(
                            choice.isOff()
                                    ? "executors stay where they are"
                                    : "places are found by "
                                            + choice.algorithm()
                                            + " from the next evaluation on; 'eyewall schedule now'"
                                            + " evaluates now");
        }
        return ExitCode.OK;
    }
}
