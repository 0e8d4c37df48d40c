package io.eyewall.examples.email;

import org.jspecify.annotations.Nullable;

/**
 * An email with the fields of the study's Avro schema (Figure 1). Addresses in lists are separated
 * by commas.
 *
 * @param id unique
 * @param from address of the sender
 * @param date as in the email's header
 * @param subject null: none
 * @param to addresses
 * @param cc addresses; null: none
 * @param bcc addresses; null: none
 * @param body text; null: none
 * @param counts of the body; null: not counted yet
 */
public record Email(
        String id,
        String from,
        String date,
        @Nullable String subject,
        String to,
        @Nullable String cc,
        @Nullable String bcc,
        @Nullable String body,
        @Nullable BodyCount counts) {

    /** The same with other recipients and another body. */
    Email withText(
            String newTo, @Nullable String newCc, @Nullable String newBcc, @Nullable String text) {
        return new Email(id, from, date, subject, newTo, newCc, newBcc, text, counts);
    }

    /** The same with another subject and body. */
    Email withSubjectAndBody(@Nullable String newSubject, @Nullable String newBody) {
        return new Email(id, from, date, newSubject, to, cc, bcc, newBody, counts);
    }

    /** The same with what was counted. */
    public Email withCounts(BodyCount newCounts) {
        return new Email(id, from, date, subject, to, cc, bcc, body, newCounts);
    }
}
