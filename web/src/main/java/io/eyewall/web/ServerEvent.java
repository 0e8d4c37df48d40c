package io.eyewall.web;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * An event of a stream.
 *
 * @param name letters, digits, dots and dashes
 * @param data text; may have several lines
 */
public record ServerEvent(String name, String data) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.-]{1,100}");
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    /**
     * @throws IllegalArgumentException if the name has anything else in it
     */
    public ServerEvent {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name of an event: letters, digits, dots and dashes only");
        }
    }

    /** As it goes over the wire: each line of the data is one there. */
    byte[] bytes() {
        StringBuilder text = new StringBuilder("event: ").append(name).append('\n');
        for (String line : LINE_END.split(data, -1)) {
            text.append("data: ").append(line).append('\n');
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
