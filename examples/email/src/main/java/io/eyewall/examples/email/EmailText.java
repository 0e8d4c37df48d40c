package io.eyewall.examples.email;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates text: words by Zipf's law, lines, paragraphs, the names that {@link EmailModify} hides,
 * and the noise that {@link EmailFilter} removes.
 */
final class EmailText {
    private static final int VOCABULARY = 5_000;
    private static final int WORDS_PER_LINE = 12;
    private static final int LINES_PER_PARAGRAPH = 6;

    /** Average number of words from one name to the next. */
    private static final int WORDS_PER_NAME = 150;

    /** Average number of words from one piece of noise to the next. */
    private static final int WORDS_PER_NOISE = 60;

    private static final List<String> SYLLABLES =
            List.of(
                    "ba", "con", "de", "ener", "fi", "gas", "ho", "in", "ket", "la", "mar", "ne",
                    "or", "po", "qui", "re", "sen", "tra", "un", "ver", "wa", "xe", "ya", "zo");

    private static final List<String> NOISE =
            List.of("=20", "=\n", "=3D", "=E9", "\r\n", "\u00e9", "\u0007", "=\r\n");

    /** The language of ordinary emails. */
    static final long ORDINARY = 1;

    /** The language of spam; half of the generated spam emails use no other. */
    static final long SPAM = 2;

    private final List<String> names;
    private final String[] words = new String[VOCABULARY];
    private final double[] upTo = new double[VOCABULARY];

    /**
     * @param language the language's number, which determines the words
     * @param names the names to insert
     */
    EmailText(long language, List<String> names) {
        this.names = names;
        SplittableRandom random = new SplittableRandom(language);
        double sum = 0;
        for (int rank = 0; rank < VOCABULARY; rank++) {
            StringBuilder word = new StringBuilder();
            for (int syllables = 1 + random.nextInt(3); syllables >= 0; syllables--) {
                word.append(SYLLABLES.get(random.nextInt(SYLLABLES.size())));
            }
            words[rank] = word.toString();
            sum += 1.0 / (rank + 1);
            upTo[rank] = sum;
        }
    }

    private String word(SplittableRandom random) {
        double at = random.nextDouble(upTo[VOCABULARY - 1]);
        int low = 0;
        int high = VOCABULARY - 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (upTo[middle] <= at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return words[low];
    }

    /** Returns a random subject. */
    String subject(SplittableRandom random) {
        StringBuilder subject = new StringBuilder();
        for (int words = 1 + random.nextInt(6); words > 0; words--) {
            subject.append(subject.isEmpty() ? "" : " ").append(word(random));
        }
        return subject.toString();
    }

    /**
     * Returns a random body.
     *
     * @param bytes the length in UTF-8; the body may be up to three bytes shorter
     */
    String body(SplittableRandom random, int bytes) {
        StringBuilder body = new StringBuilder(bytes);
        int used = 0;
        for (int count = 1; ; count++) {
            String next = word(random) + separator(count);
            if (random.nextInt(WORDS_PER_NAME) == 0) {
                next = names.get(random.nextInt(names.size())) + " ";
            } else if (random.nextInt(WORDS_PER_NOISE) == 0) {
                next += NOISE.get(random.nextInt(NOISE.size()));
            }
            int nextBytes = next.length() + (next.indexOf('\u00e9') < 0 ? 0 : 1);
            if (used + nextBytes > bytes) {
                return body.append(".".repeat(Math.max(0, bytes - used))).toString();
            }
            body.append(next);
            used += nextBytes;
        }
    }

    private static String separator(int count) {
        if (count % (WORDS_PER_LINE * LINES_PER_PARAGRAPH) == 0) {
            return ".\n\n";
        }
        return count % WORDS_PER_LINE == 0 ? "\n" : " ";
    }
}
