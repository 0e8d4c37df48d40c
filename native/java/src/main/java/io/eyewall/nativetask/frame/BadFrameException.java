package io.eyewall.nativetask.frame;

/** Reports that a native task has written an invalid frame. */
public final class BadFrameException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public BadFrameException(String message) {
        super(message);
    }
}
