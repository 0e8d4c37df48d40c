package io.eyewall.local;

/** An order came to a topology that has just been replaced by its update, which has its name. */
public final class ReplacedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * @param topology its name
     */
    public ReplacedException(String topology) {
        super("topology '" + topology + "' has just been replaced by an update; try again");
    }
}
