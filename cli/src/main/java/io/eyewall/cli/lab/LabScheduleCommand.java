package io.eyewall.cli.lab;

import io.eyewall.lab.LabException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eyewall lab schedule}: runs a command of {@code eyewall schedule} on a lab's head. */
@Command(
        name = "schedule",
        customSynopsis = "eyewall lab schedule [--name NAME] VERB [ARGS...]",
        description =
                "Run a part of 'eyewall schedule' (serve, status, now, use, record) on the lab's"
                        + " head, with the address and the token of the lab's generator. 'eyewall"
                        + " lab down' ends it, if it still runs.",
        footer = {
            "",
            "The lab needs a generator: 'eyewall lab up --generator'. Exit code: that of"
                    + " 'eyewall schedule'; 1 if there is no generator."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
final class LabScheduleCommand extends LabSubcommand {
    @Parameters(index = "0", paramLabel = "VERB", description = "As of 'eyewall schedule'.")
    private String verb = "";

    @Parameters(index = "1..*", paramLabel = "ARGS", description = "Its arguments and options.")
    private List<String> args = List.of();

    @Override
    int run() throws LabException, IOException, InterruptedException {
        return reportExit(openLabForProgram().schedule(eyewallCommandLine(), verb, args));
    }

    /**
     * Returns the command line of Eyewall in a new process. A new process is needed because the
     * head may be in another network namespace.
     */
    private static List<String> eyewallCommandLine() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-cp",
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                                .collect(Collectors.joining(File.pathSeparator))));
        String home = System.getProperty("eyewall.home");
        if (home != null) {
            command.add("-Deyewall.home=" + home);
        }
        command.add("io.eyewall.cli.Main");
        return command;
    }
}
