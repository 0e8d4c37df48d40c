package io.eyewall.cli.email;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What the parts of {@code eyewall email} have in common: the file they write, how they end. */
abstract class EmailVerb implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int NOT_DONE = 1;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "File to write; one that exists is replaced.")
    private Path output = Path.of("");

    /** Writes the file; the line says what was done. */
    abstract String write(Path file) throws IOException;

    @Override
    public final Integer call() {
        try {
            String done = write(output);
            command.commandLine().getOut().println(done);
            command.commandLine().getOut().flush();
            return DONE;
        } catch (IOException e) {
            message("eyewall: " + e);
            return NOT_DONE;
        }
    }

    /** For people, on the standard error. */
    final void message(String line) {
        command.commandLine().getErr().println(line);
        command.commandLine().getErr().flush();
    }
}
