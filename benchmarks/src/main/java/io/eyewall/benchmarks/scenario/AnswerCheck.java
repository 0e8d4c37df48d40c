package io.eyewall.benchmarks.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the counts of the sinks with the emits of the sources after a run has drained. The
 * figures of a system that loses, repeats or misroutes a single tuple do not count.
 */
public final class AnswerCheck {
    /**
     * The counts after a drained run.
     *
     * @param emitted tuples emitted, one number per source
     * @param counted units counted, one number per sink
     * @param characters characters of the texts that the sinks counted, one number per sink
     * @param acked acks received, one number per source; empty if not acked
     * @param failed fails received, one number per source; empty if not acked
     * @param counts the words counted by each sink of {@link Work#W1}
     * @param windows the windows of the sinks of {@link Work#W2}
     * @param keyed whether each word has to be counted by one sink only
     */
    public record Outcome(
            List<Long> emitted,
            List<Long> counted,
            List<Long> characters,
            List<Long> acked,
            List<Long> failed,
            List<Map<String, Integer>> counts,
            List<RollingSort> windows,
            boolean keyed) {

        /** Reads the scoreboard of this JVM. */
        public static Outcome ofScoreboard(boolean keyed) {
            return new Outcome(
                    Scoreboard.values(Scoreboard.Role.EMITTED),
                    Scoreboard.values(Scoreboard.Role.COUNTED),
                    Scoreboard.values(Scoreboard.Role.CHARACTERS),
                    Scoreboard.values(Scoreboard.Role.ACKED),
                    Scoreboard.values(Scoreboard.Role.FAILED),
                    Scoreboard.counts(),
                    Scoreboard.windows(),
                    keyed);
        }
    }

    private static final int WORDS_REPORTED = 5;

    private AnswerCheck() {}

    /**
     * Returns the errors in the answer as sentences; an empty list means that the answer is right.
     */
    public static List<String> problems(Scenario scenario, Outcome outcome) {
        List<String> problems = new ArrayList<>();
        long emitted = sum(outcome.emitted());
        long counted = sum(outcome.counted());
        if (emitted == 0) {
            problems.add("nothing was emitted");
        }
        expect(problems, "units counted", scenario.work().units(outcome.emitted()), counted);
        if (scenario.acked()) {
            expect(problems, "messages acked", emitted, sum(outcome.acked()));
            expect(problems, "messages failed", 0, sum(outcome.failed()));
        }
        expect(
                problems,
                "characters seen",
                scenario.work().characters(outcome.emitted()),
                sum(outcome.characters()));
        switch (scenario.work().shape()) {
            case WORD_COUNT -> {
                checkCounts(problems, outcome);
                if (outcome.keyed()) {
                    checkKeys(problems, outcome.counts());
                }
            }
            case ROLLING_SORT -> checkWindows(problems, outcome);
            case EMAIL, PIPELINE, CHAIN, FAN_OUT, FAN_IN, SPREAD -> {
                // counting the characters is a sufficient check
            }
        }
        return problems;
    }

    private static void checkCounts(List<String> problems, Outcome outcome) {
        Map<String, Long> expected = Sentences.expectedCounts(outcome.emitted());
        Map<String, Long> actual = new TreeMap<>();
        for (Map<String, Integer> counts : outcome.counts()) {
            counts.forEach((word, count) -> actual.merge(word, (long) count, Long::sum));
        }
        if (expected.equals(actual)) {
            return;
        }
        Map<String, String> differences = new TreeMap<>();
        expected.forEach(
                (word, count) -> {
                    if (!count.equals(actual.get(word))) {
                        differences.put(word, "expected " + count + ", was " + actual.get(word));
                    }
                });
        actual.forEach(
                (word, count) -> {
                    if (!expected.containsKey(word)) {
                        differences.put(word, "expected none, was " + count);
                    }
                });
        problems.add(
                "counts of "
                        + differences.size()
                        + " words differ, for example "
                        + differences.entrySet().stream().limit(WORDS_REPORTED).toList());
    }

    /** Checks that fields grouping sent each word to one sink, always the same. */
    private static void checkKeys(List<String> problems, List<Map<String, Integer>> counts) {
        Map<String, Integer> sinkOfWord = new HashMap<>();
        for (int sink = 0; sink < counts.size(); sink++) {
            for (String word : counts.get(sink).keySet()) {
                Integer other = sinkOfWord.put(word, sink);
                if (other != null) {
                    problems.add(
                            "word '" + word + "' was counted by sinks " + other + " and " + sink);
                    return;
                }
            }
        }
    }

    /**
     * Checks windows: with one source and one sink, they hold the last texts in order; with
     * several, texts that exist.
     */
    private static void checkWindows(List<String> problems, Outcome outcome) {
        String[] texts = Digits.create();
        if (outcome.emitted().size() == 1 && outcome.windows().size() == 1) {
            RollingSort expected = new RollingSort();
            long emitted = outcome.emitted().get(0);
            for (long i = Math.max(0, emitted - RollingSort.WINDOW); i < emitted; i++) {
                expected.add(texts[(int) (i % texts.length)]);
            }
            if (!expected.inOrderOfArrival().equals(outcome.windows().get(0).inOrderOfArrival())) {
                problems.add("the window is not the last " + RollingSort.WINDOW + " texts");
            }
        }
        Set<String> known = Set.of(texts);
        for (RollingSort window : outcome.windows()) {
            window.sort();
            if (!known.containsAll(window.sorted())) {
                problems.add("a window holds a text that no source emitted");
            }
        }
    }

    private static void expect(List<String> problems, String what, long expected, long actual) {
        if (expected != actual) {
            problems.add(what + ": expected " + expected + ", was " + actual);
        }
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }
}
