package io.eyewall.examples.email;

import java.io.Serializable;

/**
 * The study's global metrics, which do not depend on the order of emails.
 *
 * @param emails that were kept
 * @param characters of their bodies
 * @param words of their bodies
 * @param paragraphs of their bodies
 */
public record Totals(long emails, long characters, long words, long paragraphs)
        implements Serializable {
    /** Of no email. */
    public static final Totals NONE = new Totals(0, 0, 0, 0);

    /** With one email more. */
    public Totals plus(BodyCount body) {
        return new Totals(
                emails + 1,
                characters + body.characters(),
                words + body.words(),
                paragraphs + body.paragraphs());
    }

    /** Of both. */
    public Totals plus(Totals other) {
        return new Totals(
                emails + other.emails,
                characters + other.characters,
                words + other.words,
                paragraphs + other.paragraphs);
    }
}
