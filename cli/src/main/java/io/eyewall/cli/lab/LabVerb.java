package io.eyewall.cli.lab;

import io.eyewall.cli.StateHome;
import io.eyewall.cluster.lab.Lab;
import io.eyewall.cluster.lab.LabException;
import io.eyewall.cluster.lab.LabFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What the parts of {@code eyewall lab} have in common: which lab, and how they end. */
abstract class LabVerb implements Callable<Integer> {
    static final int DONE = 0;
    static final int NOT_DONE = 1;
    static final int INTERRUPTED = 130;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @ParentCommand private LabCommand lab = new LabCommand(); // until picocli sets it

    /**
     * Does it.
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

    final ParameterException wrong(String message) {
        return new ParameterException(command.commandLine(), message);
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
