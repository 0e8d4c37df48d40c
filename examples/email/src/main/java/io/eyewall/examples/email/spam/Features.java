package io.eyewall.examples.email.spam;

import io.eyewall.examples.email.BodyCount;
import io.eyewall.examples.email.Email;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Computes the features of an email as words: those of the email (words of subject and body, number
 * of recipients), and those of its sender's recent emails (number, recipients, length). The study
 * calls them "per-email continuous features" and "features calculated over a sending window".
 */
public final class Features {
    /** Most words of a text that become features. */
    private static final int WORDS = 200;

    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z']{2,15}");

    private Features() {}

    /**
     * Returns the time at which an email was sent, in seconds since 1970; 0 if its date is invalid.
     *
     * @param email an email whose date follows RFC 5322, with or without a zone name at the end
     */
    public static double sentSec(Email email) {
        String date = email.date().replaceFirst("\\s*\\(.*\\)$", "");
        try {
            return OffsetDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
        } catch (DateTimeException e) {
            return 0;
        }
    }

    /**
     * Returns the features of the last email of a window.
     *
     * @param window the sender's recent emails, oldest first, including the last email
     */
    public static List<String> of(List<Email> window) {
        Email email = window.get(window.size() - 1);
        Set<String> features = new LinkedHashSet<>();
        addWords(email.subject(), "subject:", features);
        addWords(email.body(), "", features);
        features.add("to:" + magnitude(recipients(email)));
        long recipients = 0;
        long words = 0;
        for (Email one : window) {
            recipients += recipients(one);
            words += BodyCount.of(one.body()).words();
        }
        features.add("window-emails:" + magnitude(window.size()));
        features.add("window-to:" + magnitude(recipients));
        features.add("window-words:" + magnitude(words / window.size()));
        return List.copyOf(features);
    }

    private static void addWords(@Nullable String text, String prefix, Set<String> features) {
        if (text != null) {
            Matcher words = WORD.matcher(text);
            int limit = features.size() + WORDS;
            while (features.size() < limit && words.find()) {
                features.add(prefix + words.group().toLowerCase(Locale.ROOT));
            }
        }
    }

    private static long recipients(Email email) {
        long commas = 1;
        for (@Nullable String list : Arrays.asList(email.to(), email.cc(), email.bcc())) {
            commas += list == null ? 0 : 1 + list.chars().filter(c -> c == ',').count();
        }
        return commas - 1;
    }

    /** Rounds down to a power of two: 0, 1, 2 for 2 and 3, 4 for 4 to 7, and so on. */
    private static long magnitude(long number) {
        return Long.highestOneBit(number);
    }
}
