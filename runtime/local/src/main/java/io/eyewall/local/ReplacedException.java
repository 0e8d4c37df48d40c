package io.eyewall.local;

/**
 * Thrown by an operation on a topology that has just been replaced by its update, which has the
 * same name.
 */
public final class ReplacedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * @param topology the topology's name
     */
    public ReplacedException(String topology) {
        super("topology '" + topology + "' has just been replaced by an update; try again");
    }
}
