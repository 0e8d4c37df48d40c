package io.eyewall.control;

/** Thrown when a process that runs topologies could not execute or answer a request. */
public class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param message names the process and the request
     */
    public ControlException(String message) {
        super(message);
    }
}
