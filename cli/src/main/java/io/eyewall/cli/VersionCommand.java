package io.eyewall.cli;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Version;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code eyewall version}: prints the version as text or JSON. */
@Command(
        name = "version",
        description = "Print the versions of Eyewall, of Storm's API and of Java.",
        footer = {"", "Exit codes: 0, 2 wrong usage."},
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        usageHelpAutoWidth = true)
final class VersionCommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(names = "--json", description = "Print JSON, one object.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(JsonLine.of(Version::write));
            out.flush();
            return ExitCode.OK;
        }
        for (String line : new Version().getVersion()) {
            out.println(line);
        }
        out.flush();
        return ExitCode.OK;
    }
}
