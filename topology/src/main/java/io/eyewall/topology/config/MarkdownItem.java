package io.eyewall.topology.config;

import java.util.StringJoiner;

/** An item of a list in a generated page, broken into lines as the pages written by hand. */
public final class MarkdownItem {
    private static final int WIDTH = 120;

    private MarkdownItem() {}

    /**
     * The item, from its dash to its last line's end. A word longer than a line stays whole.
     *
     * @param text in Markdown, without line breaks
     */
    public static String of(String text) {
        StringJoiner lines = new StringJoiner("\n", "", "\n");
        StringBuilder line = new StringBuilder("-");
        for (String word : text.strip().split(" +")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                lines.add(line);
                line = new StringBuilder(" ");
            }
            line.append(' ').append(word);
        }
        return lines.add(line).toString();
    }
}
