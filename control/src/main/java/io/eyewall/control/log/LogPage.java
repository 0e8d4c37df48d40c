package io.eyewall.control.log;

import java.util.List;

/**
 * Some lines of a log, in their order.
 *
 * @param cursor where the next read goes on; means something to who has made it alone
 * @param lines whole ones, without their ends; long ones are cut off
 * @param rest what the last line has so far, if its end is not written yet; comes again as a line
 * @param missed whether lines between the cursor that was given and these are gone
 */
public record LogPage(String cursor, List<String> lines, String rest, boolean missed) {
    /** Bytes of a log that one page is made of, at most. */
    public static final int MOST_BYTES = 256 << 10;

    /** Lines of one page, at most. */
    public static final int MOST_LINES = 5_000;

    /** Characters of a line, at most; the others are counted. */
    static final int MOST_CHARS = 4_000;

    public LogPage {
        lines = List.copyOf(lines);
    }

    /** A line, cut off if it is very long. */
    static String cut(String line) {
        String text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        return text.length() <= MOST_CHARS
                ? text
                : text.substring(0, MOST_CHARS)
                        + "\u2026 ("
                        + (text.length() - MOST_CHARS)
                        + " more characters)";
    }
}
