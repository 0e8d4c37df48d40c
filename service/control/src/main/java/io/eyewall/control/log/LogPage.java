package io.eyewall.control.log;

import java.util.List;

/**
 * Consecutive lines of a log.
 *
 * @param cursor position at which the next read continues; its format is private to the log that
 *     made it
 * @param lines complete lines, without line ends; long ones are truncated
 * @param rest the begin of the last line, if its end is not written yet; a later page contains that
 *     line completely
 * @param missed whether lines between the given cursor and this page are lost
 */
public record LogPage(String cursor, List<String> lines, String rest, boolean missed) {
    /** The largest number of a log's bytes in one page. */
    public static final int MAX_BYTES = 256 << 10;

    /** The largest number of lines in one page. */
    public static final int MAX_LINES = 5_000;

    /**
     * The largest number of characters of a line; a longer line ends with the number of omitted
     * characters.
     */
    static final int MAX_LINE_CHARS = 4_000;

    public LogPage {
        lines = List.copyOf(lines);
    }

    /** Returns a line without its carriage return, truncated if it is very long. */
    static String truncate(String line) {
        String text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        return text.length() <= MAX_LINE_CHARS
                ? text
                : text.substring(0, MAX_LINE_CHARS)
                        + "\u2026 ("
                        + (text.length() - MAX_LINE_CHARS)
                        + " more characters)";
    }
}
