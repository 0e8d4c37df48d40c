package io.eyewall.cli.terminal;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A file that the command line names can't be used, such as a program that does not compile. It is
 * reported by its message alone, without the form of the command line.
 */
public final class InputException extends ParameterException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message what is wrong, where, and what to do; may have several lines
     */
    public InputException(CommandLine command, String message) {
        super(command, message);
    }
}
