package io.eyewall.topology.config;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of Eyewall's configuration keys.
 *
 * @param name full name, beginning with {@code eyewall.}
 * @param scope where the key may be set
 * @param type type of the value
 * @param defaultValue value if the key is absent; null if the default is computed or there is none
 *     (see {@code doc})
 * @param min minimum value, for integers
 * @param max maximum value, for integers
 * @param doc one or two sentences for the reference page, with the unit
 */
public record ConfigKey(
        String name,
        Scope scope,
        Type type,
        @Nullable Object defaultValue,
        long min,
        long max,
        String doc) {

    /** The places where a key may be set; a narrower scope overrides a wider one. */
    public enum Scope {
        /** Once per engine, in the daemon configuration or on the command line. */
        ENGINE,
        /** Per topology; the engine's configuration gives the default. */
        TOPOLOGY,
        /** Per component; the topology's configuration gives the default. */
        COMPONENT,
        /**
         * On a real Storm cluster, in its configuration or per topology; without effect in the
         * engine.
         */
        CLUSTER
    }

    /** The type of a key's value. */
    public enum Type {
        /** A whole number. */
        INTEGER,
        /** {@code true} or {@code false}. */
        BOOLEAN,
        /** Text that is not blank. */
        TEXT,
        /** A text, or a list of texts. */
        NAMES,
        /** A map of component ids to {@link #NAMES} of hosts. */
        HOSTS
    }

    public ConfigKey {
        Objects.requireNonNull(name, "name");
        if (!name.startsWith(ConfigKeys.PREFIX)) {
            throw new IllegalArgumentException(
                    "key " + name + " must begin with " + ConfigKeys.PREFIX);
        }
    }

    /**
     * Checks and converts a value from YAML, JSON or a command line.
     *
     * @param value a number, a boolean, or a string that represents one; any string for text
     * @param subject what is being configured, for the message (e.g. {@code component 'count'})
     * @return a {@link Long}, a {@link Boolean} or a {@link String}; names and hosts unconverted
     * @throws ConfigException if the value has the wrong type or is out of range
     */
    Object parse(@Nullable Object value, String subject) {
        return switch (type) {
            case BOOLEAN -> parseBoolean(value, subject);
            case INTEGER -> parseInteger(value, subject);
            case TEXT -> parseText(value, subject);
            case NAMES -> checkedValue(value, isNames(value), "a name or a list of names", subject);
            case HOSTS ->
                    checkedValue(value, isHosts(value), "a map of components to hosts", subject);
        };
    }

    private String parseText(@Nullable Object value, String subject) {
        return (String) checkedValue(value, isName(value), "text", subject);
    }

    private Object checkedValue(
            @Nullable Object value, boolean isValid, String expected, String subject) {
        if (isValid && value != null) {
            return value;
        }
        throw new ConfigException(
                subject + ": " + name + " must be " + expected + ", but is " + describe(value));
    }

    private static boolean isNames(@Nullable Object value) {
        return isName(value)
                || (value instanceof List<?> list && list.stream().allMatch(ConfigKey::isName));
    }

    private static boolean isName(@Nullable Object value) {
        return value instanceof String text && !text.isBlank();
    }

    private static boolean isHosts(@Nullable Object value) {
        return value instanceof Map<?, ?> map
                && map.keySet().stream().allMatch(ConfigKey::isName)
                && map.values().stream().allMatch(ConfigKey::isNames);
    }

    private Boolean parseBoolean(@Nullable Object value, String subject) {
        if (value instanceof Boolean b) {
            return b;
        }
        if ("true".equals(value) || "false".equals(value)) {
            return Boolean.valueOf((String) value);
        }
        throw new ConfigException(
                subject + ": " + name + " must be true or false, but is " + describe(value));
    }

    private Long parseInteger(@Nullable Object value, String subject) {
        long parsed;
        if (value instanceof Integer || value instanceof Long || value instanceof Short) {
            parsed = ((Number) value).longValue();
        } else if (value instanceof Double d && d == Math.rint(d) && !d.isInfinite()) {
            parsed = d.longValue();
        } else if (value instanceof String s && s.matches("-?\\d{1,18}")) {
            parsed = Long.parseLong(s);
        } else {
            throw new ConfigException(
                    subject
                            + ": "
                            + name
                            + " must be a whole number from "
                            + min
                            + " to "
                            + max
                            + ", but is "
                            + describe(value));
        }
        if (parsed < min || parsed > max) {
            throw new ConfigException(
                    subject
                            + ": "
                            + name
                            + " is "
                            + parsed
                            + ", outside "
                            + min
                            + " to "
                            + max
                            + "; give a value in that range or leave the key out");
        }
        return parsed;
    }

    private static String describe(@Nullable Object value) {
        return value == null
                ? "null"
                : "'" + value + "' (" + value.getClass().getSimpleName() + ")";
    }
}
