package io.eyewall.lab;

/** Thrown if a lab cannot perform an operation. The message says why, and what to do. */
public final class LabException extends Exception {
    private static final long serialVersionUID = 1;

    LabException(String message) {
        super(message);
    }

    LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
