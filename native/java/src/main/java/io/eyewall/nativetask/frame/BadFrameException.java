package io.eyewall.nativetask.frame;

/** The other side has written what is no frame. */
public final class BadFrameException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public BadFrameException(String message) {
        super(message);
    }
}
