package io.eyewall.cli.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eyewall schedule use}. */
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
    @Parameters(
            index = "0",
            paramLabel = "ALGORITHM",
            description =
                    "affinity, tstorm, round-robin, pinned, one of a plug-in, or off: executors"
                            + " stay where they are.")
    private String algorithm = "";

    @Option(
            names = "-p",
            paramLabel = "NAME=VALUE",
            description =
                    "A parameter, of the algorithm or of all (docs/cluster.md); the others have"
                            + " their defaults.")
    private Map<String, Double> parameters = Map.of();

    @Option(
            names = "--period",
            paramLabel = "SECONDS",
            description = "From one look at load and traffic to the next, 1 to 86400.")
    private @Nullable Integer periodSecs;

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
        body.put("algorithm", algorithm);
        ObjectNode values = body.putObject("parameters");
        parameters.forEach(values::put);
        body.put("periodSec", periodSecs);
        body.put("adopt", adopt);
        JsonNode answer = ask("PUT", "/v1/schedule", body.toString());
        if (!printedAsJson(answer)) {
            out().println(
                            algorithm.equals("off")
                                    ? "executors stay where they are"
                                    : "places are found by "
                                            + algorithm
                                            + " from the next look on; 'eyewall schedule now' looks"
                                            + " now");
        }
        return DONE;
    }
}
