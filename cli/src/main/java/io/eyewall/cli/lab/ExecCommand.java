package io.eyewall.cli.lab;

import io.eyewall.lab.LabException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eyewall lab exec}: runs a program on one of a lab's hosts. */
@Command(
        name = "exec",
        customSynopsis = "eyewall lab exec [--name NAME] HOST COMMAND [ARGS...]",
        description =
                "Run a program on one of the lab's hosts: a database, a load"
                        + " generator, 'eyewall schedule serve'. 'eyewall lab down' ends the"
                        + " program if it still runs.",
        footer = {"", "The exit code is that of the program; 1 if it can't be started."},
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class ExecCommand extends LabSubcommand {
    @Parameters(index = "0", paramLabel = "HOST", description = "head, or a host.")
    private String host = "";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "Program, arguments and options.")
    private List<String> program = List.of();

    @Override
    int run() throws LabException, IOException, InterruptedException {
        return reportExit(openLabForProgram().execute(host, program));
    }
}
