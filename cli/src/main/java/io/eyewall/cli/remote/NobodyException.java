package io.eyewall.cli.remote;

/**
 * Reports that a process or topology does not exist, or is not unique. The message contains the
 * remedy.
 */
public final class NobodyException extends Exception {
    private static final long serialVersionUID = 1L;

    NobodyException(String message) {
        super(message);
    }
}
