package io.eyewall.cli.lab;

import io.eyewall.cli.terminal.DurationConverter;
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
                "Start daemons again that were killed; returns when Nimbus knows all supervisors"
                        + " that run.",
        footer = {"", "Exit codes: 0 done, 1 not, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class StartCommand extends LabVerb {
    @Parameters(
            arity = "1..*",
            paramLabel = "WHAT",
            description = "nimbus, zookeeper, or a host, whose supervisor is meant.")
    private List<String> words = List.of();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "How long each may take to be there (default: 2m).")
    private Duration limit = Duration.ofMinutes(2);

    @Override
    int run() throws LabException, IOException, InterruptedException {
        Lab lab = open();
        for (String word : words) {
            lab.start(word, limit, this::say);
            print(word + ": started", line -> line.writeStringField("started", word));
        }
        return DONE;
    }
}
