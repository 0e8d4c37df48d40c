package io.eyewall.cli.remote;

import io.eyewall.cli.Terminal;
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

/** Exit codes and output that commands share which ask other processes. */
public abstract class Verb implements Callable<Integer> {
    static final int DONE = 0;
    static final int NOT_DONE = 1;
    static final int REFUSED = 2;
    private static final int UNREAD = 141;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "The process; needed where several have a topology of that name.")
    private @Nullable Long pid;

    @Option(names = "--json", description = "Print JSON, one object per line.")
    private boolean json;

    /**
     * Runs the verb.
     *
     * @throws NobodyException if there is nobody to ask
     * @throws IllegalArgumentException if that is refused for what was given
     * @throws IllegalStateException if that can't be done now
     */
    protected abstract void run() throws NobodyException, InterruptedException, IOException;

    @Override
    public final Integer call() throws InterruptedException, IOException {
        try {
            run();
            return isUnread() ? unread() : DONE;
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

    /** For results. */
    protected final PrintWriter out() {
        return command.commandLine().getOut();
    }

    /**
     * Whether results can't be written any more. To be asked by what prints without end. picocli's
     * writer keeps that to itself; the stream below it does not.
     */
    protected final boolean isUnread() {
        out().flush();
        return System.out.checkError();
    }

    /** Silent where nobody reads any more, as before {@code head}. */
    private int unread() {
        if (Terminal.isPipe(1)) {
            return UNREAD;
        }
        problem("the standard output can't be written: is the disk full?");
        return NOT_DONE;
    }

    /** On the standard error. */
    protected final void problem(String message) {
        PrintWriter err = command.commandLine().getErr();
        err.println("eyewall: " + message);
        err.flush();
    }
}
