package io.eyewall.examples.email;

import org.jspecify.annotations.Nullable;

/**
 * An email with the fields of the study's Avro schema (Figure 1). Lists of addresses are separated
 * by commas.
 *
 * @param id the unique id
 * @param from the sender's address
 * @param date the date as in the email's header
 * @param subject the subject, or null
 * @param to the recipients' addresses
 * @param cc addresses, or null
 * @param bcc addresses, or null
 * @param body the text, or null
 * @param counts the body's counts; null until they are computed
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

    /** Returns a copy with other recipients and another body. */
    Email withText(
            String newTo, @Nullable String newCc, @Nullable String newBcc, @Nullable String text) {
        return new Email(id, from, date, subject, newTo, newCc, newBcc, text, counts);
    }

    /** Returns a copy with another subject and body. */
    Email withSubjectAndBody(@Nullable String newSubject, @Nullable String newBody) {
        return new Email(id, from, date, newSubject, to, cc, bcc, newBody, counts);
    }

    /** Returns a copy with counts. */
    public Email withCounts(BodyCount newCounts) {
        return new Email(id, from, date, subject, to, cc, bcc, body, newCounts);
    }
}
