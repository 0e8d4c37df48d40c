package io.eyewall.cli;

import java.io.PrintWriter;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code eyewall} command. */
@Command(
        name = "eyewall",
        description = "Runs Apache Storm topologies, unmodified, on the cores of this machine.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {RunCommand.class, DemoCommand.class},
        usageHelpAutoWidth = true)
public final class Main {
    private Main() {}

    /**
     * Runs the command and ends the process with an {@link ExitCode}.
     *
     * @param args {@code run ...}, {@code demo ...}, {@code --help} or {@code --version}
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        CommandLine run = Objects.requireNonNull(commandLine.getSubcommands().get("run"), "run");
        run.setStopAtPositional(true); // the rest is the application's
        Objects.requireNonNull(run.getSubcommands().get("flux"), "flux").setStopAtPositional(false);
        commandLine.setParameterExceptionHandler(
                (e, args) -> {
                    PrintWriter err = e.getCommandLine().getErr();
                    err.println("eyewall: " + e.getMessage());
                    err.println(
                            "Try '"
                                    + e.getCommandLine().getCommandSpec().qualifiedName()
                                    + " --help'.");
                    return ExitCode.USAGE;
                });
        return commandLine;
    }
}
