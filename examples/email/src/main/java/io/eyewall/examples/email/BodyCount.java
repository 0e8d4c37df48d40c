package io.eyewall.examples.email;

import org.jspecify.annotations.Nullable;

/**
 * The length of a body, as counted by the stage "Metrics" of the study.
 *
 * @param characters all characters, including line ends
 * @param words runs of non-blank characters
 * @param paragraphs runs of non-blank lines
 */
public record BodyCount(int characters, int words, int paragraphs) {
    private static final BodyCount NOTHING = new BodyCount(0, 0, 0);

    /**
     * Counts in one pass.
     *
     * @param body the body; null counts as empty
     */
    public static BodyCount of(@Nullable String body) {
        if (body == null) {
            return NOTHING;
        }
        int words = 0;
        int paragraphs = 0;
        boolean inWord = false;
        boolean inParagraph = false;
        boolean blankLine = true;
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            if (c == '\n') {
                inWord = false;
                inParagraph &= !blankLine;
                blankLine = true;
            } else if (c <= ' ') {
                inWord = false;
            } else {
                blankLine = false;
                if (!inWord) {
                    inWord = true;
                    words++;
                }
                if (!inParagraph) {
                    inParagraph = true;
                    paragraphs++;
                }
            }
        }
        return new BodyCount(body.length(), words, paragraphs);
    }
}
