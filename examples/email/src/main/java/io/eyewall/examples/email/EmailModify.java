package io.eyewall.examples.email;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stage "Modify" of the study: three names in the body become Person1 to Person3, and the most
 * frequent word of the body comes before the subject. For one thread.
 */
public final class EmailModify {
    /** Names of the generated mailboxes ({@link MailboxGenerator}). */
    public static final List<String> NAMES = List.of("Ada Harlow", "Bruno Lindt", "Carla Voss");

    private final List<String> names;
    private final FrequentWord frequentWord = new FrequentWord();

    /**
     * @param names the first one becomes Person1
     */
    public EmailModify(List<String> names) {
        this.names = List.copyOf(names);
    }

    /** The email with its new subject and body; one without body stays as it is. */
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
