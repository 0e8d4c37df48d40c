package io.eyewall.examples.email;

import java.io.Serializable;

/**
 * The study's global metrics, which do not depend on the order of emails.
 *
 * @param emails the number of emails that were kept
 * @param characters the characters of their bodies
 * @param words the words of their bodies
 * @param paragraphs the paragraphs of their bodies
 */
public record Totals(long emails, long characters, long words, long paragraphs)
        implements Serializable {
    /** The totals of no emails. */
    public static final Totals NONE = new Totals(0, 0, 0, 0);

    /** Returns these totals with one more email. */
    public Totals plus(BodyCount body) {
        return new Totals(
                emails + 1,
                characters + body.characters(),
                words + body.words(),
                paragraphs + body.paragraphs());
    }

    /** Returns the sum of both totals. */
    public Totals plus(Totals other) {
        return new Totals(
                emails + other.emails,
                characters + other.characters,
                words + other.words,
                paragraphs + other.paragraphs);
    }
}
