package io.eyewall.cli.lab;

import io.eyewall.cli.JsonOption;
import io.eyewall.cli.StateHome;
import io.eyewall.cli.remote.JsonLine;
import io.eyewall.cluster.lab.Lab;
import io.eyewall.cluster.lab.LabException;
import io.eyewall.cluster.lab.LabFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Options and exit codes that the verbs of {@code eyewall lab} share. */
abstract class LabVerb implements Callable<Integer> {
    static final int DONE = 0;
    static final int NOT_DONE = 1;
    static final int INTERRUPTED = 130;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Mixin private JsonOption json = new JsonOption();

    @ParentCommand private LabCommand lab = new LabCommand(); // until picocli sets it

    /**
     * Runs the verb.
     *
     * @return the exit code
     */
    abstract int run() throws LabException, IOException, InterruptedException;

    @Override
    public final Integer call() {
        try {
            return run();
        } catch (LabException | IOException e) {
            say("eyewall: " + e.getMessage());
            return NOT_DONE;
        } catch (UncheckedIOException e) {
            say("eyewall: " + e.getMessage() + ": " + e.getCause());
            return NOT_DONE;
        } catch (InterruptedException e) {
            say("eyewall: interrupted");
            return INTERRUPTED;
        } finally {
            out().flush();
        }
    }

    final LabFolder folder() {
        try {
            return LabFolder.of(StateHome.folder().resolve("lab"), lab.name());
        } catch (LabException e) {
            throw wrong("--name: " + e.getMessage());
        }
    }

    final String name() {
        return lab.name();
    }

    final Lab open() throws LabException, IOException {
        return Lab.open(folder());
    }

    /** To run a program there, whose lines are results: with --json each as an object. */
    final Lab openForProgram() throws LabException, IOException {
        Lab opened = open();
        if (json()) {
            opened.readOutput(text -> print(text, line -> line.writeStringField("line", text)));
        }
        return opened;
    }

    /** A program has ended; its exit code is ours. */
    final int ended(int code) {
        json.printForPrograms(line -> line.writeNumberField("exit", code));
        return code;
    }

    final ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
    }

    final boolean json() {
        return json.isGiven();
    }

    /** Prints a result, for people or for programs. */
    final void print(String text, JsonLine.Fields fields) {
        json.print(text, fields);
    }

    /** For results. */
    final PrintWriter out() {
        return command.commandLine().getOut();
    }

    /** For messages. */
    final void say(String message) {
        PrintWriter err = command.commandLine().getErr();
        err.println(message);
        err.flush();
    }
}
