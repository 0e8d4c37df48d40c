package io.eyewall.examples.email;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stage "Modify" of the study: replaces three names in the body by Person1 to Person3, and puts
 * the body's most frequent word before the subject. Confined to one thread.
 */
public final class EmailModify {
    /** Names of the generated mailboxes ({@link MailboxGenerator}). */
    public static final List<String> NAMES = List.of("Ada Harlow", "Bruno Lindt", "Carla Voss");

    private final List<String> names;
    private final FrequentWord frequentWord = new FrequentWord();

    /**
     * @param names the names to replace; the first one becomes Person1
     */
    public EmailModify(List<String> names) {
        this.names = List.copyOf(names);
    }

    /** Returns the email with its new subject and body; an email without a body is unchanged. */
    public Email apply(Email email) {
        String body = email.body();
        if (body == null) {
            return email;
        }
        for (int i = 0; i < names.size(); i++) {
            body = body.replace(names.get(i), "Person" + (i + 1));
        }
        return email.withSubjectAndBody(subject(email.subject(), frequentWord.of(body)), body);
    }

    private static @Nullable String subject(@Nullable String subject, @Nullable String word) {
        if (word == null) {
            return subject;
        }
        return subject == null ? word : word + " " + subject;
    }
}
