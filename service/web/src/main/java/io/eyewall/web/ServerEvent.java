package io.eyewall.web;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * An event of a server-sent event stream.
 *
 * @param name name of letters, digits, dots and dashes
 * @param data text; may have several lines
 */
public record ServerEvent(String name, String data) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.-]{1,100}");
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException if the name has other characters
     */
    public ServerEvent {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'"
                            + name
                            + "' is not an event name: expected letters, digits, dots and dashes");
        }
    }

    /** Returns the encoded event, with one line for each line of the data. */
    byte[] bytes() {
        StringBuilder text = new StringBuilder("event: ").append(name).append('\n');
        for (String line : LINE_END.split(data, -1)) {
            text.append("data: ").append(line).append('\n');
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
