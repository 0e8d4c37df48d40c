package io.eyewall.nativetask.child;

/** A child's process could not be started. */
public final class ChildStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean passing;

    public ChildStartException(String message, boolean passing, Throwable cause) {
        super(message, cause);
        this.passing = passing;
    }

    public ChildStartException(String message, boolean passing) {
        super(message);
        this.passing = passing;
    }

    /**
     * Whether another attempt may succeed although nobody mends anything: the machine was out of
     * memory, processes, threads or files, or somebody killed the child.
     */
    public boolean isPassing() {
        return passing;
    }
}
