package io.eyewall.cli.terminal;

/**
 * Makes text of an application printable: the result can neither move the cursor nor fill the
 * screen.
 */
public final class Printable {
    private static final int MAX_CHARS = 400;
    private static final int MAX_CHARS_OF_FINAL_MESSAGE = 2_000;
    private static final int MAX_STACK_LINES = 20;

    private Printable() {}

    /** Returns the first line of a text, made printable. */
    public static String headline(String text) {
        int end = text.indexOf('\n');
        return line(end < 0 ? text : text.substring(0, end).stripTrailing());
    }

    /**
     * Returns the first lines that follow a text's first line, indented and made printable. The
     * result is empty or ends in a line break.
     */
    public static String details(String text) {
        int end = text.indexOf('\n');
        if (end < 0) {
            return "";
        }
        StringBuilder details = new StringBuilder();
        text.substring(end + 1)
                .lines()
                .limit(MAX_STACK_LINES)
                .forEach(
                        line ->
                                details.append("    ")
                                        .append(line(line.strip()))
                                        .append(System.lineSeparator()));
        return details.toString();
    }

    /**
     * Returns the text on one line. Characters that control a terminal or the direction of writing
     * are replaced by their codes.
     */
    public static String line(String text) {
        return line(text, MAX_CHARS);
    }

    /**
     * Returns the text of a message that is printed only once, on one line. The limit on its length
     * is higher, because the remedy stands at the message's end.
     */
    public static String finalMessage(String text) {
        return line(text, MAX_CHARS_OF_FINAL_MESSAGE);
    }

    /** Returns the text on one line, as {@link #line(String)} does with another limit. */
    public static String line(String text, int maxChars) {
        StringBuilder line = new StringBuilder();
        int index = 0;
        while (index < text.length() && line.length() < maxChars) {
            int character = text.codePointAt(index);
            index += Character.charCount(character);
            if (character == '\t') {
                line.append(' ');
            } else if (isHarmless(character)) {
                line.appendCodePoint(character);
            } else {
                line.append(String.format("\\u%04x", character));
            }
        }
        if (index < text.length()) {
            line.append("... (").append(text.length() - index).append(" more characters)");
        }
        return line.toString();
    }

    private static boolean isHarmless(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
