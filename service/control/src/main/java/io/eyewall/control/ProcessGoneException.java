package io.eyewall.control;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Thrown when a process has ended or closed its port before it answered. The request may have been
 * executed or not.
 */
public final class ProcessGoneException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private final long pid;

    ProcessGoneException(long pid, String message, IOException cause) {
        super(message, cause);
        this.pid = pid;
    }

    /** Returns the id of the process. */
    public long pid() {
        return pid;
    }
}
