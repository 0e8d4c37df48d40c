package io.eyewall.nativetask.ring;

/** Reports that the other process has written invalid indices or records into a ring. */
public final class CorruptRingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CorruptRingException(String message) {
        super(message);
    }
}
