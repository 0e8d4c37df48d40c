package io.eyewall.console.memory;

/**
 * Bounds and cleans the texts of topologies before they are kept and sent. The length is limited
 * because a page receives many texts at once, and a page that receives too much is disconnected.
 * Control characters, which would take six bytes each in JSON, become spaces, or pictures where
 * they are to be seen ({@link #visible(String)}). Characters that change the writing direction are
 * replaced, because they would also turn the page's own text after them.
 */
public final class BoundedText {
    private static final int MAX_CHARS = 400;
    private static final int MAX_DETAIL_CHARS = 2_000;
    private static final int MAX_LONG_CHARS = 1_000;

    /** The first of Unicode's control pictures, that of character 0. */
    private static final char FIRST_PICTURE = '\u2400';

    private static final char DELETE = '\u007f';
    private static final char DELETE_PICTURE = '\u2421';
    private static final char REPLACEMENT = '\ufffd';

    private BoundedText() {}

    /** Returns at most {@value #MAX_CHARS} characters of a text. */
    public static String line(String text) {
        return cut(text, MAX_CHARS);
    }

    /** Returns at most {@value #MAX_DETAIL_CHARS} characters of a multi-line text. */
    public static String lines(String text) {
        return cut(text, MAX_DETAIL_CHARS);
    }

    /** Returns at most {@value #MAX_LONG_CHARS} characters of a text. */
    static String longLine(String text) {
        return cut(text, MAX_LONG_CHARS);
    }

    /**
     * Returns at most {@value #MAX_CHARS} characters of a text, with control characters as Unicode
     * control pictures.
     */
    public static String visible(String text) {
        return visible(text, MAX_CHARS);
    }

    /**
     * Returns at most {@code most} characters of a text, with control characters as Unicode control
     * pictures.
     */
    static String visible(String text, int most) {
        return cut(text, most, BoundedText::visibleChar);
    }

    private static char visibleChar(char c) {
        if (c < ' ') {
            return (char) (FIRST_PICTURE + c);
        }
        if (c == DELETE) {
            return DELETE_PICTURE;
        }
        boolean isFormat =
                Character.getType(c) == Character.FORMAT; // includes those of writing direction
        return isFormat || Character.isISOControl(c) ? REPLACEMENT : c;
    }

    private static String cut(String text, int most) {
        return cut(text, most, BoundedText::cleanChar);
    }

    private static String cut(String text, int most, Replacement replacement) {
        StringBuilder kept = new StringBuilder(Math.min(text.length(), most));
        int end = text.length() <= most ? text.length() : most - 1;
        for (int i = 0; i < end; i++) {
            kept.append(replacement.of(text.charAt(i)));
        }
        return end < text.length() ? kept.append('\u2026').toString() : kept.toString();
    }

    /** Replaces a character that pages must not get. */
    @FunctionalInterface
    private interface Replacement {
        char of(char c);
    }

    private static char cleanChar(char c) {
        if (changesDirection(c)) {
            return REPLACEMENT;
        }
        return Character.isISOControl(c) && c != '\n' && c != '\t' ? ' ' : c;
    }

    /**
     * Returns whether a character is a directional embedding, override or isolate; Arabic and
     * Hebrew text is readable without them.
     */
    private static boolean changesDirection(char c) {
        return (c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069');
    }
}
