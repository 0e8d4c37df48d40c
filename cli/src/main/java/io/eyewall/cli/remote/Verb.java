package io.eyewall.cli.remote;

import io.eyewall.cli.terminal.ExitCode;
import io.eyewall.cli.terminal.Terminal;
import io.eyewall.control.ControlException;
import io.eyewall.control.ControlFolder;
import io.eyewall.control.ProcessGoneException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Exit codes and output of the commands that call other processes. */
public abstract class Verb implements Callable<Integer> {
    public static final int DONE = 0;
    public static final int NOT_DONE = 1;
    static final int REFUSED = 2;

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description =
                    "The number of the process; needed if several processes have a"
                            + " topology of that name.")
    private @Nullable Long pid;

    @Option(names = "--json", description = "Print JSON, one object per line.")
    private boolean json;

    /**
     * Runs the command.
     *
     * @throws NobodyException if there is no process to call
     * @throws IllegalArgumentException if the process rejects the arguments
     * @throws IllegalStateException if the command is not possible in the topology's current state
     */
    protected abstract void run() throws NobodyException, InterruptedException, IOException;

    @Override
    public final Integer call() throws InterruptedException, IOException {
        try {
            run();
            return isUnread() ? reportUnwritten() : DONE;
        } catch (NobodyException
                | ProcessGoneException
                | ControlException
                | IllegalStateException e) {
            problem(String.valueOf(e.getMessage()));
            return NOT_DONE;
        } catch (IllegalArgumentException e) {
            problem(String.valueOf(e.getMessage()));
            return REFUSED;
        } finally {
            out().flush();
        }
    }

    protected final Processes processes() {
        return new Processes(ControlFolder.ofUser(), this::problem);
    }

    protected final @Nullable Long pid() {
        return pid;
    }

    protected final boolean json() {
        return json;
    }

    protected final CommandSpec command() {
        return command;
    }

    /** Returns the writer for results. */
    protected final PrintWriter out() {
        return command.commandLine().getOut();
    }

    /**
     * Returns whether results can no longer be written. For commands that print without end.
     * picocli's writer does not expose this state, so the method reads it from the stream below.
     */
    protected final boolean isUnread() {
        out().flush();
        return System.out.checkError();
    }

    /**
     * Reports output that can't be written; prints nothing if the reader has closed the pipe, as
     * {@code head} does.
     */
    private int reportUnwritten() {
        if (Terminal.isPipe(1)) {
            return ExitCode.UNREAD;
        }
        problem("the standard output can't be written: is the disk full?");
        return NOT_DONE;
    }

    /** Prints a message to the standard error. */
    protected final void problem(String message) {
        PrintWriter err = command.commandLine().getErr();
        err.println("eyewall: " + message);
        err.flush();
    }
}
