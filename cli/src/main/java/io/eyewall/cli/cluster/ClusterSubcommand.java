package io.eyewall.cli.cluster;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.JsonOption;
import io.eyewall.lab.install.InstallException;
import io.eyewall.lab.install.StormHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options and exit codes of the subcommands of {@code eyewall cluster}. */
abstract class ClusterSubcommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(
            paramLabel = "STORM_HOME",
            description = "Folder of the installation, as unpacked from Storm's archive.")
    private Path home = Path.of("");

    @Mixin private JsonOption json = new JsonOption();

    /** Installs or removes the plug-in, and prints the result. */
    abstract void run(StormHome storm) throws IOException, InstallException;

    @Override
    public final Integer call() {
        try {
            run(new StormHome(home));
            return ExitCode.OK;
        } catch (InstallException e) {
            return printFailure("eyewall: " + e.getMessage());
        } catch (IOException e) {
            return printFailure("eyewall: " + e);
        } finally {
            command.commandLine().getOut().flush();
        }
    }

    final ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    private int printFailure(String message) {
        command.commandLine().getErr().println(message);
        command.commandLine().getErr().flush();
        return ExitCode.FAILED;
    }

    /**
     * Prints the changes that were made.
     *
     * @param unchangedText the text to print if nothing was changed
     */
    final void printChanges(List<String> changes, String unchangedText) {
        String text =
                changes.isEmpty()
                        ? unchangedText
                        : String.join(System.lineSeparator(), changes)
                                + System.lineSeparator()
                                + "Restart Nimbus and the supervisors to apply the changes.";
        print(
                text,
                line -> {
                    line.writeStringField("home", home.toString());
                    line.writeArrayFieldStart("changes");
                    for (String change : changes) {
                        line.writeString(change);
                    }
                    line.writeEndArray();
                });
    }

    final void print(String text, JsonLine.Fields fields) {
        json.print(text, fields);
    }
}
