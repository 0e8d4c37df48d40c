package io.eyewall.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code eyewall version}. */
@Command(
        name = "version",
        description = "Print the versions of Eyewall, of Storm's API and of Java.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        usageHelpAutoWidth = true)
final class VersionCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        for (String line : new Version().getVersion()) {
            out.println(line);
        }
        out.flush();
        return ExitCode.OK;
    }
}
