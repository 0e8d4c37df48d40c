package io.eyewall.plugin.wire;

/** Thrown for an invalid message. Its text names the field, the expected and the actual value. */
public final class JsonFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    JsonFormatException(String message) {
        super(message);
    }
}
