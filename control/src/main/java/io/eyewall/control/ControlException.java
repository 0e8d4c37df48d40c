package io.eyewall.control;

/** A process that runs topologies could not do, or answer, what it was asked for. */
public class ControlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message names the process and what was asked
     */
    public ControlException(String message) {
        super(message);
    }
}
