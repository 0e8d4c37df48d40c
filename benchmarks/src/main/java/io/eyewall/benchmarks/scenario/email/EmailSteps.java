package io.eyewall.benchmarks.scenario.email;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The steps that process an email between its source and its count. */
public final class EmailSteps {
    private static final List<String> PERSONS =
            List.of("Kenneth Lay", "Jeffrey Skilling", "Andrew Fastow");

    private EmailSteps() {}

    /** Returns the email without receivers outside the domain; null if its sender is outside. */
    public static @Nullable Email filter(Email email) {
        if (!email.from().endsWith(Emails.DOMAIN)) {
            return null;
        }
        List<String> to =
                email.to().stream().filter(address -> address.endsWith(Emails.DOMAIN)).toList();
        return new Email(email.from(), to, email.subject(), email.body());
    }

    /**
     * Replaces three names in the body, and prepends the body's most frequent word to the subject.
     */
    public static Email modify(Email email) {
        String body = email.body();
        for (int i = 0; i < PERSONS.size(); i++) {
            body = body.replace(PERSONS.get(i), "Person" + (i + 1));
        }
        String subject = mostFrequentWord(body) + " " + email.subject();
        return new Email(email.from(), email.to(), subject, body);
    }

    /** Returns the most frequent word; of several, the first in the order of strings. */
    static String mostFrequentWord(String body) {
        Map<String, Integer> counts = new HashMap<>();
        String best = "";
        int bestCount = 0;
        for (String word : body.split("\\s+")) {
            int count = counts.merge(word, 1, Integer::sum);
            if (count > bestCount || (count == bestCount && word.compareTo(best) < 0)) {
                best = word;
                bestCount = count;
            }
        }
        return best;
    }
}
