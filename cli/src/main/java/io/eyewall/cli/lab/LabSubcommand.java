package io.eyewall.cli.lab;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.JsonOption;
import io.eyewall.cli.terminal.StateHome;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Options and exit codes of the commands of {@code eyewall lab}. */
abstract class LabSubcommand implements Callable<Integer> {
    /** The exit code after SIGINT. */
    private static final int INTERRUPTED = ExitCode.SIGNAL + 2;

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Mixin private JsonOption json = new JsonOption();

    @ParentCommand private LabCommand lab = new LabCommand(); // replaced by picocli

    /**
     * Runs the command.
     *
     * @return the exit code
     */
    abstract int run() throws LabException, IOException, InterruptedException;

    @Override
    public final Integer call() {
        try {
            return run();
        } catch (LabException | IOException e) {
            printMessage("eyewall: " + e.getMessage());
            return ExitCode.FAILED;
        } catch (UncheckedIOException e) {
            printMessage("eyewall: " + e.getMessage() + ": " + e.getCause());
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            printMessage("eyewall: interrupted");
            return INTERRUPTED;
        } finally {
            out().flush();
        }
    }

    final LabFolder folder() {
        try {
            return LabFolder.of(StateHome.folder().resolve("lab"), lab.name());
        } catch (LabException e) {
            throw usageError("--name: " + e.getMessage());
        }
    }

    final String name() {
        return lab.name();
    }

    final Lab openLab() throws LabException, IOException {
        return Lab.open(folder());
    }

    /**
     * Opens the lab to run a program whose output lines are results; with {@code --json} each line
     * is printed as an object.
     */
    final Lab openLabForProgram() throws LabException, IOException {
        Lab opened = openLab();
        if (json()) {
            opened.readOutput(text -> print(text, line -> line.writeStringField("line", text)));
        }
        return opened;
    }

    /** Reports that a program has ended, and returns its exit code as that of this command. */
    final int reportExit(int code) {
        json.printForPrograms(line -> line.writeNumberField("exit", code));
        return code;
    }

    final ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    final boolean json() {
        return json.isGiven();
    }

    /** Prints a result for people or for programs. */
    final void print(String text, JsonLine.Fields fields) {
        json.print(text, fields);
    }

    /** Returns the writer for results. */
    final PrintWriter out() {
        return command.commandLine().getOut();
    }

    /** Prints a message to the standard error. */
    final void printMessage(String message) {
        PrintWriter err = command.commandLine().getErr();
        err.println(message);
        err.flush();
    }
}
