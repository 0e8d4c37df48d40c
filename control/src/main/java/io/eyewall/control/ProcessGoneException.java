package io.eyewall.control;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A process has ended, or closed its port, before it answered. What it was asked for may have been
 * done, or not.
 */
public final class ProcessGoneException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private final long pid;

    ProcessGoneException(long pid, String message, IOException cause) {
        super(message, cause);
        this.pid = pid;
    }

    /** Number of the process. */
    public long pid() {
        return pid;
    }
}
