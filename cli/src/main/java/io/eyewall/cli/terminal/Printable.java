package io.eyewall.cli.terminal;

/**
 * Makes text of an application printable: the result can neither move the cursor nor fill the
 * screen.
 */
public final class Printable {
    private static final int MAX_CHARS = 400;
    private static final int MAX_CHARS_OF_LAST_WORDS = 2_000;
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
    public static String lastWords(String text) {
        return line(text, MAX_CHARS_OF_LAST_WORDS);
    }

    /** Does the same as {@link #line(String)} with another limit on the length. */
    public static String line(String text, int mostChars) {
        StringBuilder line = new StringBuilder();
        int read = 0;
        while (read < text.length() && line.length() < mostChars) {
            int character = text.codePointAt(read);
            read += Character.charCount(character);
            if (character == '\t') {
                line.append(' ');
            } else if (isHarmless(character)) {
                line.appendCodePoint(character);
            } else {
                line.append(String.format("\\u%04x", character));
            }
        }
        if (read < text.length()) {
            line.append("... (").append(text.length() - read).append(" more characters)");
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
