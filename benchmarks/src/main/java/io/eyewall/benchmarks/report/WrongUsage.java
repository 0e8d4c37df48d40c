package io.eyewall.benchmarks.report;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What commands answer to options that are wrong: what is, and where to read more. */
public final class WrongUsage {
    private static final int STATUS = 2;

    private WrongUsage() {}

    /** Prints it on stderr and returns the exit status. */
    public static int report(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        command.getErr().println("eyewall: " + e.getMessage());
        command.getErr().println("Try '" + command.getCommandName() + " --help'.");
        return STATUS;
    }
}
