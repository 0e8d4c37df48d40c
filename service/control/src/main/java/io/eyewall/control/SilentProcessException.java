package io.eyewall.control;

/**
 * Thrown when a process that runs topologies has not answered in time; it may be stopped, or slow.
 */
public final class SilentProcessException extends ControlException {
    private static final long serialVersionUID = 1L;

    SilentProcessException(String message) {
        super(message);
    }
}
