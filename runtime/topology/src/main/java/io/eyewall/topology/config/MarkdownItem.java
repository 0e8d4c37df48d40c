package io.eyewall.topology.config;

import java.util.StringJoiner;

/** A list item of a generated Markdown page, wrapped like the handwritten pages. */
public final class MarkdownItem {
    private static final int MAX_LINE_LENGTH = 120;

    private MarkdownItem() {}

    /**
     * Returns the item, from its dash to the end of its last line. Words longer than a line are not
     * broken.
     *
     * @param text Markdown text without line breaks
     */
    public static String of(String text) {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        StringBuilder line = new StringBuilder("-");
        for (String word : text.strip().split(" +")) {
            if (line.length() + 1 + word.length() > MAX_LINE_LENGTH) {
                lines.add(line);
                line = new StringBuilder(" ");
            }
            line.append(' ').append(word);
        }
        return lines.add(line).toString();
    }
}
