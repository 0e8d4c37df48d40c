package io.eyewall.cli.lab;

import io.eyewall.cli.terminal.DurationConverter;
import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code eyewall lab start}: starts daemons again that were killed. */
@Command(
        name = "start",
        description =
                "Restart daemons that were killed; returns when Nimbus knows all"
                        + " running supervisors.",
        footer = {"", "Exit codes: 0 done, 1 failed, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class StartCommand extends LabSubcommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "WHAT",
            description = "nimbus, zookeeper, or a host, for its supervisor.")
    private List<String> targets = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Time limit for the start of each daemon (default: 2m).")
    private Duration limit = Duration.ofMinutes(2);

    @Override
    int run() throws LabException, IOException, InterruptedException {
        Lab lab = openLab();
        for (String target : targets) {
            lab.start(target, limit, this::printMessage);
            print(target + ": started", line -> line.writeStringField("started", target));
        }
        return ExitCode.OK;
    }
}
