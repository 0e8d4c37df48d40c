package io.eyewall.nativetask.child;

/** Reports that a child process could not be started. */
public final class ChildStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean isTransient;

    public ChildStartException(String message, boolean isTransient, Throwable cause) {
        super(message, cause);
        this.isTransient = isTransient;
    }

    public ChildStartException(String message, boolean isTransient) {
        super(message);
        this.isTransient = isTransient;
    }

    /**
     * Returns whether a later attempt may succeed without intervention: the machine was out of
     * memory, processes, threads or files, or the child was killed.
     */
    public boolean isTransient() {
        return isTransient;
    }
}
