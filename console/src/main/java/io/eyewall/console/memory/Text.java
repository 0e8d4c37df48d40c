package io.eyewall.console.memory;

/**
 * Texts of topologies, made fit to be kept and sent: a page gets many at once, and one that is sent
 * too much is cut off. Control characters, which would be six bytes each in JSON, become spaces.
 */
public final class Text {
    private static final int MOST_CHARS = 400;
    private static final int MOST_DETAIL_CHARS = 2_000;
    private static final int MOST_LONG_CHARS = 1_000;

    private Text() {}

    /** At most {@value #MOST_CHARS} characters of it. */
    public static String line(String text) {
        return cut(text, MOST_CHARS);
    }

    /** At most {@value #MOST_DETAIL_CHARS} characters of it, in lines. */
    public static String lines(String text) {
        return cut(text, MOST_DETAIL_CHARS);
    }

    /** At most {@value #MOST_LONG_CHARS} characters of it. */
    static String longLine(String text) {
        return cut(text, MOST_LONG_CHARS);
    }

    private static String cut(String text, int most) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), most));
        int end = text.length() <= most ? text.length() : most - 1;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            kept.append(Character.isISOControl(c) && c != '\n' && c != '\t' ? ' ' : c);
        }
        return end < text.length() ? kept.append('\u2026').toString() : kept.toString();
    }
}
