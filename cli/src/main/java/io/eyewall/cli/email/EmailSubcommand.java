package io.eyewall.cli.email;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.JsonOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options and exit codes of the commands of {@code eyewall email}. */
abstract class EmailSubcommand implements Callable<Integer> {
    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "File to write; replaced if it exists.")
    private Path output = Path.of("");

    @Mixin private JsonOption json = new JsonOption();

    /**
     * The result of a command.
     *
     * @param text the result for people
     * @param fields the result for programs, without the file's name
     */
    record Written(String text, JsonLine.Fields fields) {}

    /** Writes the file. */
    abstract Written write(Path file) throws IOException;

    @Override
    public final Integer call() {
        try {
            Written written = write(output);
            json.print(
                    written.text(),
                    line -> {
                        line.writeStringField("file", output.toString());
                        written.fields().write(line);
                    });
            return ExitCode.OK;
        } catch (IOException e) {
            printMessage("eyewall: " + e);
            return ExitCode.FAILED;
        }
    }

    /** Returns an exception for an error of the command line. */
    final ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Prints a message for people to the standard error. */
    final void printMessage(String line) {
        command.commandLine().getErr().println(line);
        command.commandLine().getErr().flush();
    }
}
