package io.eyewall.benchmarks.scenario.email;

import java.util.List;

/**
 * An email.
 *
 * @param from address of the sender
 * @param to addresses of the receivers
 * @param subject one line
 * @param body paragraphs of words, separated by empty lines
 */
public record Email(String from, List<String> to, String subject, String body) {
    private static final String SEPARATOR = ", ";

    /** Copies the list. */
    public Email {
        to = List.copyOf(to);
    }

    /** Returns the email as it is sent: three header lines, an empty line, the body. */
    public String format() {
        return from + "\n" + String.join(SEPARATOR, to) + "\n" + subject + "\n\n" + body;
    }

    /**
     * Parses a text of {@link #format}.
     *
     * @throws IllegalArgumentException if the header is not complete
     */
    public static Email parse(String text) {
        int from = text.indexOf('\n');
        int to = text.indexOf('\n', from + 1);
        int subject = text.indexOf("\n\n", to + 1);
        if (from < 0 || to < 0 || subject < 0) {
            throw new IllegalArgumentException("not an email with three lines of header: " + text);
        }
        return new Email(
                text.substring(0, from),
                List.of(text.substring(from + 1, to).split(SEPARATOR)),
                text.substring(to + 1, subject),
                text.substring(subject + 2));
    }
}
