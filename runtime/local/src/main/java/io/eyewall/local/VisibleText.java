package io.eyewall.local;

/**
 * Escapes text that a client sent, for a log line: the escaped text can neither start another line
 * nor reverse the direction of its own line. Any thread may call.
 */
public final class VisibleText {
    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;

    private VisibleText() {}

    /** Returns the text with invisible characters replaced by their codes. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(VisibleText::isInvisible)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        text.codePoints()
                .forEach(
                        c -> {
                            if (isInvisible(c)) {
                                visible.append("\\u%04x".formatted(c));
                            } else {
                                visible.appendCodePoint(c);
                            }
                        });
        return visible.toString();
    }

    /**
     * Returns whether a character is invisible. Joiners, which occur inside words of some
     * languages, and the tab, which Storm's keys may contain, are not counted as invisible.
     */
    static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\t';
            case Character.FORMAT -> c != ZERO_WIDTH_NON_JOINER && c != ZERO_WIDTH_JOINER;
            case Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> false;
        };
    }
}
