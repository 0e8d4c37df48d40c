package io.eyewall.local;

/**
 * Text of a client, made safe for a log line: it can neither begin another line nor reverse this
 * one.
 */
public final class VisibleText {
    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;

    private VisibleText() {}

    /** The text, with codes in place of what nobody sees. */
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

    /** But for those that words of some languages have within, and the tab, as in Storm's keys. */
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
