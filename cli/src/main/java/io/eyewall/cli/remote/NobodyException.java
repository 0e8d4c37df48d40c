package io.eyewall.cli.remote;

/** There is no such process or topology, or more than one; says what to do. */
public final class NobodyException extends Exception {
    private static final long serialVersionUID = 1L;

    NobodyException(String message) {
        super(message);
    }
}
