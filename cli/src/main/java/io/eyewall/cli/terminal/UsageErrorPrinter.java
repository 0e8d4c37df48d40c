package io.eyewall.cli.terminal;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints an error of the command line and the expected form to the standard error. */
public final class UsageErrorPrinter implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        if (args.length == 0) {
            command.usage(err);
            return ExitCode.USAGE;
        }
        err.println("eyewall: " + message(e));
        if (e instanceof InputException) {
            err.flush();
            return ExitCode.FAILED;
        }
        if (e instanceof UnmatchedArgumentException
                && command.getParent() == null
                && args[0].startsWith("-")) {
            err.println("Options stand after the command, as in 'eyewall run --json'.");
        }
        if (String.valueOf(e.getMessage()).contains("InvalidPathException")) {
            err.println(
                    "The locale lacks characters of this path; set LC_ALL to a UTF-8 locale, such"
                            + " as C.UTF-8.");
        }
        command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        err.print("Usage: " + command.getHelp().synopsis(0));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        err.flush();
        return ExitCode.USAGE;
    }

    /**
     * Returns the message. It begins with an unknown argument, because that argument explains why a
     * required one is missing.
     */
    private static String message(ParameterException e) {
        List<String> unknown =
                e instanceof MissingParameterException
                        ? e.getCommandLine().getUnmatchedArguments()
                        : List.of();
        return unknown.isEmpty()
                ? String.valueOf(e.getMessage())
                : "Unknown option: '" + unknown.get(0) + "'; " + e.getMessage();
    }
}
