package io.eyewall.topology.config;

/** A configuration that can't be used; the message names the key, the value and the remedy. */
public final class ConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what is wrong, where, and what to do
     */
    public ConfigException(String message) {
        super(message);
    }
}
