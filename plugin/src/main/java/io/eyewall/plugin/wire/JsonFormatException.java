package io.eyewall.plugin.wire;

/** A message is not as it has to be. Its text says which field, what was expected, what came. */
public final class JsonFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    JsonFormatException(String message) {
        super(message);
    }
}
