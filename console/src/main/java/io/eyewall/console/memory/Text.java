package io.eyewall.console.memory;

/**
 * Texts of topologies, made fit to be kept and sent: a page gets many at once, and one that is sent
 * too much is cut off. Control characters, which would be six bytes each in JSON, become spaces.
 * What turns the direction of writing would turn what the page says after it.
 */
public final class Text {
    private static final int MOST_CHARS = 400;
    private static final int MOST_DETAIL_CHARS = 2_000;
    private static final int MOST_LONG_CHARS = 1_000;

    /** Unicode's control pictures, from that of 0 on. */
    private static final char FIRST_PICTURE = '\u2400';

    private static final char DELETE = '\u007f';
    private static final char DELETE_PICTURE = '\u2421';
    private static final char REPLACEMENT = '\ufffd';

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

    /** At most {@value #MOST_CHARS} characters of it, control characters as pictures of them. */
    public static String visible(String text) {
        return visible(text, MOST_CHARS);
    }

    /** At most so many characters of it, control characters as pictures of them. */
    static String visible(String text, int most) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), most));
        int end = text.length() <= most ? text.length() : most - 1;
        for (int i = 0; i < end; i++) {
            kept.append(visible(text.charAt(i)));
        }
        return end < text.length() ? kept.append('\u2026').toString() : kept.toString();
    }

    private static char visible(char c) {
        if (c < ' ') {
            return (char) (FIRST_PICTURE + c);
        }
        if (c == DELETE) {
            return DELETE_PICTURE;
        }
        boolean turns = Character.getType(c) == Character.FORMAT; // such as the writing's direction
        return turns || Character.isISOControl(c) ? REPLACEMENT : c;
    }

    private static String cut(String text, int most) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), most));
        int end = text.length() <= most ? text.length() : most - 1;
        for (int i = 0; i < end; i++) {
            kept.append(plain(text.charAt(i)));
        }
        return end < text.length() ? kept.append('\u2026').toString() : kept.toString();
    }

    private static char plain(char c) {
        if (turns(c)) {
            return REPLACEMENT;
        }
        return Character.isISOControl(c) && c != '\n' && c != '\t' ? ' ' : c;
    }

    /** Embeddings, overrides and isolates; Arabic and Hebrew letters need none of them. */
    private static boolean turns(char c) {
        return (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
    }
}
