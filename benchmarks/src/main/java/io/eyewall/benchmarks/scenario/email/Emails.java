package io.eyewall.benchmarks.scenario.email;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The input of the email scenario: {@value #COUNT} emails, the same in every run. Some senders and
 * receivers are outside the domain, and some bodies mention the three persons whose names are to be
 * replaced.
 */
public final class Emails {
    /** The number of different emails. */
    public static final int COUNT = 500;

    /** The domain of the emails that are kept. */
    static final String DOMAIN = "@enron.com";

    private static final long SEED = 20_240_609L;
    private static final double FROM_ELSEWHERE = 0.25;
    private static final int MAX_RECEIVERS = 6;
    private static final int MAX_PARAGRAPHS = 5;
    private static final int MIN_WORDS = 10;
    private static final int MAX_WORDS = 80;

    private static final String[] WORDS =
            ("the to of a and in gas power deal price market will for that we is on be have with this"
                            + " please contract energy meeting call desk trading group attached"
                            + " agreement credit risk term month volume pipeline California day"
                            + " Kenneth Lay Jeffrey Skilling Andrew Fastow")
                    .split(" ");
    private static final String[] NAMES = {"lavorato", "kean", "beck", "dasovich", "shackleton"};

    private Emails() {}

    /** Creates the emails as they are sent; every call returns a new array with equal content. */
    public static String[] create() {
        SplittableRandom random = new SplittableRandom(SEED);
        String[] texts = new String[COUNT];
        for (int i = 0; i < COUNT; i++) {
            texts[i] = email(random).format();
        }
        return texts;
    }

    private static Email email(SplittableRandom random) {
        List<String> to = new ArrayList<>();
        for (int i = random.nextInt(1, MAX_RECEIVERS + 1); i > 0; i--) {
            to.add(address(random));
        }
        List<String> paragraphs = new ArrayList<>();
        for (int i = random.nextInt(1, MAX_PARAGRAPHS + 1); i > 0; i--) {
            paragraphs.add(words(random, random.nextInt(MIN_WORDS, MAX_WORDS + 1)));
        }
        return new Email(address(random), to, words(random, 4), String.join("\n\n", paragraphs));
    }

    private static String address(SplittableRandom random) {
        String name = NAMES[random.nextInt(NAMES.length)];
        return name + (random.nextDouble() < FROM_ELSEWHERE ? "@example.org" : DOMAIN);
    }

    private static String words(SplittableRandom random, int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(WORDS[random.nextInt(WORDS.length)]);
        }
        return String.join(" ", words);
    }
}
