package io.eyewall.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
    private static final Scenario W1 = Scenario.parse("w1-p2");
    private static final Scenario W1_ACKED = Scenario.parse("w1-p2-acked");
    private static final Scenario W2 = Scenario.parse("w2");
    private static final Scenario W3 = Scenario.parse("w3");

    /** Two sources, 2,500 and 10 sentences; two sinks. */
    private static final List<Long> EMITTED = List.of(2_500L, 10L);

    private static final long WORDS = 2_510L * Sentences.WORDS_PER_SENTENCE;

    @Test
    void acceptsTheRightAnswer() {
        assertThat(check(W1, counts(), WORDS, List.of(), List.of())).isEmpty();
    }

    @Test
    void seesALostWord() {
        List<Map<String, Integer>> counts = counts();
        String word = counts.get(0).keySet().iterator().next();
        counts.get(0).merge(word, -1, Integer::sum);

        assertThat(check(W1, counts, WORDS - 1, List.of(), List.of()))
                .hasSize(2)
                .anyMatch(problem -> problem.startsWith("units counted: expected " + WORDS))
                .anyMatch(problem -> problem.contains("1 words differ") && problem.contains(word));
    }

    @Test
    void seesAWordCountedInsteadOfAnotherOne() {
        List<Map<String, Integer>> counts = counts();
        String word = counts.get(1).keySet().iterator().next();
        counts.get(1).merge(word, -1, Integer::sum);
        counts.get(1).put("neverSent", 1);

        assertThat(check(W1, counts, WORDS, List.of(), List.of()))
                .singleElement()
                .asString()
                .contains("2 words differ", word, "neverSent");
    }

    @Test
    void seesAWordThatTwoSinksCounted() {
        List<Map<String, Integer>> counts = counts();
        String word = counts.get(0).keySet().iterator().next();
        counts.get(0).merge(word, -1, Integer::sum);
        counts.get(1).put(word, 1);

        assertThat(check(W1, counts, WORDS, List.of(), List.of()))
                .singleElement()
                .asString()
                .contains(word, "counted by sinks");
    }

    @Test
    void seesAMissingAckAndAFail() {
        assertThat(check(W1_ACKED, counts(), WORDS, List.of(2_500L, 10L), List.of(0L, 0L)))
                .isEmpty();
        assertThat(check(W1_ACKED, counts(), WORDS, List.of(2_500L, 9L), List.of(0L, 1L)))
                .containsExactly(
                        "messages acked: expected 2510, was 2509",
                        "messages failed: expected 0, was 1");
    }

    @Test
    void seesARunThatDidNothing() {
        assertThat(AnswerCheck.problems(W3, throughput(0, 0, 0))).contains("nothing was emitted");
    }

    @Test
    void seesATextThatArrivedChanged() {
        assertThat(AnswerCheck.problems(W3, throughput(7, 7, 700))).isEmpty();
        assertThat(AnswerCheck.problems(W3, throughput(7, 7, 699)))
                .containsExactly("characters seen: expected 700, was 699");
    }

    @Test
    void seesAWindowThatIsNotTheLastTexts() {
        assertThat(AnswerCheck.problems(W2, sorted(250, window(250)))).isEmpty();
        assertThat(AnswerCheck.problems(W2, sorted(30, window(30)))).isEmpty();
        assertThat(AnswerCheck.problems(W2, sorted(250, window(251))))
                .containsExactly("the window is not the last 100 texts");
        RollingSort foreign = window(250);
        foreign.add("7");
        assertThat(AnswerCheck.problems(W2, sorted(250, foreign)))
                .contains("a window holds a text that no source emitted");
    }

    private static RollingSort window(int texts) {
        RollingSort window = new RollingSort();
        TextCycle cycle = new TextCycle(Work.W2);
        for (int i = 0; i < texts; i++) {
            window.add(cycle.next());
        }
        return window;
    }

    private static AnswerCheck.Outcome sorted(long emitted, RollingSort window) {
        return new AnswerCheck.Outcome(
                List.of(emitted),
                List.of(emitted),
                List.of(emitted * Digits.LENGTH),
                List.of(),
                List.of(),
                List.of(),
                List.of(window),
                true);
    }

    private static List<String> check(
            Scenario scenario,
            List<Map<String, Integer>> counts,
            long counted,
            List<Long> acked,
            List<Long> failed) {
        return AnswerCheck.problems(
                scenario,
                new AnswerCheck.Outcome(
                        EMITTED,
                        List.of(counted),
                        List.of(),
                        acked,
                        failed,
                        counts,
                        List.of(),
                        true));
    }

    private static AnswerCheck.Outcome throughput(long emitted, long counted, long characters) {
        return new AnswerCheck.Outcome(
                List.of(emitted),
                List.of(counted),
                List.of(characters),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                true);
    }

    /** Counts by really cycling through the sentences, each word at the sink of its length. */
    private static List<Map<String, Integer>> counts() {
        List<Map<String, Integer>> counts =
                new ArrayList<>(List.of(new HashMap<>(), new HashMap<>()));
        String[] sentences = Sentences.create();
        for (long emitted : EMITTED) {
            for (int i = 0; i < emitted; i++) {
                for (String word : sentences[i % Sentences.COUNT].split(" ")) {
                    counts.get(word.length() % 2).merge(word, 1, Integer::sum);
                }
            }
        }
        return counts;
    }
}
