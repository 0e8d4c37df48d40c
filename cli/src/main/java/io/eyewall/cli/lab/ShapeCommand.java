package io.eyewall.cli.lab;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.lab.LabException;
import io.eyewall.lab.network.Rate;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eyewall lab shape}: limits the rate of a host's link. */
@Command(
        name = "shape",
        description = "Limit the rate of a host's link in each direction, from now on.",
        footer = {"", "Exit codes: 0 done, 1 failed, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class ShapeCommand extends LabSubcommand {
    @Parameters(index = "0", paramLabel = "HOST", description = "head, host1, host2 ...")
    private String host = "";

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            required = true,
            description = "Rate such as 100mbit or 500kbit; 'none' removes the limit.")
    private String rate = "none";

    @Override
    int run() throws LabException, IOException, InterruptedException {
        Optional<Rate> parsed;
        try {
            parsed = Rate.parse(rate);
        } catch (IllegalArgumentException e) {
            throw usageError("--rate: " + e.getMessage());
        }
        openLab().setRate(host, parsed);
        print(
                host + ": " + parsed.map(Rate::toString).orElse("no limit"),
                line -> {
                    line.writeStringField("host", host);
                    line.writeStringField("rate", parsed.map(Rate::toString).orElse(null));
                });
        return ExitCode.OK;
    }
}
