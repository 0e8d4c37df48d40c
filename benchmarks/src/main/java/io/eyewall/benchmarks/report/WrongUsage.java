package io.eyewall.benchmarks.report;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reports wrong options of a command, with a pointer to its help. */
public final class WrongUsage {
    private static final int STATUS = 2;

    private WrongUsage() {}

    /** Prints the error on the standard error and returns the exit status 2. */
    public static int report(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        command.getErr().println("eyewall: " + e.getMessage());
        command.getErr().println("Try '" + command.getCommandName() + " --help'.");
        return STATUS;
    }
}
