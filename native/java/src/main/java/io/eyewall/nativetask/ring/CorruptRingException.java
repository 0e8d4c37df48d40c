package io.eyewall.nativetask.ring;

/** The other process has written what is no ring. */
public final class CorruptRingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CorruptRingException(String message) {
        super(message);
    }
}
