package io.eyewall.benchmarks.scenario;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The input of the word count: {@value #COUNT} sentences of {@value #WORDS_PER_SENTENCE} words from
 * a vocabulary of {@value #VOCABULARY} words of 3 to 9 letters, the same in every run and every
 * system because the seed is fixed.
 *
 * <p>A source cycles through the sentences from the first on, so the number of emitted sentences
 * determines the count of each word: {@link #addExpectedCounts}.
 */
public final class Sentences {
    /** The number of different sentences. */
    public static final int COUNT = 1_000;

    /** The number of words in a sentence. */
    public static final int WORDS_PER_SENTENCE = 9;

    /** The number of different words in the vocabulary. */
    public static final int VOCABULARY = 2_000;

    private static final long SEED = 20_240_607L;
    private static final int SHORTEST_WORD = 3;
    private static final int LONGEST_WORD = 9;

    private Sentences() {}

    /** Makes the sentences; every call returns a new array with equal content. */
    public static String[] create() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<String> vocabulary = vocabulary(random);
        String[] sentences = new String[COUNT];
        for (int i = 0; i < COUNT; i++) {
            List<String> words = new ArrayList<>(WORDS_PER_SENTENCE);
            for (int w = 0; w < WORDS_PER_SENTENCE; w++) {
                words.add(vocabulary.get(random.nextInt(VOCABULARY)));
            }
            sentences[i] = String.join(" ", words);
        }
        return sentences;
    }

    /**
     * Adds to {@code expected} the count of each word after one source has emitted {@code
     * emittedSentences} sentences, starting with the first.
     */
    public static void addExpectedCounts(long emittedSentences, Map<String, Long> expected) {
        String[] sentences = create();
        long fullCycles = emittedSentences / COUNT;
        long remainder = emittedSentences % COUNT;
        for (int i = 0; i < COUNT; i++) {
            long times = fullCycles + (i < remainder ? 1 : 0);
            if (times > 0) {
                for (String word : sentences[i].split(" ")) {
                    expected.merge(word, times, Long::sum);
                }
            }
        }
    }

    /**
     * Returns the counts of {@link #addExpectedCounts} for several sources.
     *
     * @param emittedBySource number of emitted sentences of each source
     */
    public static Map<String, Long> expectedCounts(List<Long> emittedBySource) {
        Map<String, Long> expected = new TreeMap<>();
        for (long emitted : emittedBySource) {
            addExpectedCounts(emitted, expected);
        }
        return expected;
    }

    private static List<String> vocabulary(SplittableRandom random) {
        Set<String> words = new LinkedHashSet<>();
        while (words.size() < VOCABULARY) {
            int length = random.nextInt(SHORTEST_WORD, LONGEST_WORD + 1);
            StringBuilder word = new StringBuilder(length);
            for (int i = 0; i < length; i++) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            words.add(word.toString());
        }
        return List.copyOf(words);
    }
}
