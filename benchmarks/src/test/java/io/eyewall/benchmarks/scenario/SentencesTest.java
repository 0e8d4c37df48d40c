package io.eyewall.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SentencesTest {

    @Test
    void areTheSameEveryTime() {
        assertThat(Sentences.create()).isEqualTo(Sentences.create());
    }

    @Test
    void haveNineWordsOfThreeToNineLetters() {
        assertThat(Sentences.create())
                .hasSize(1_000)
                .allMatch(sentence -> sentence.matches("[a-z]{3,9}( [a-z]{3,9}){8}"));
    }

    @Test
    void useNearlyAllOfTheVocabulary() {
        Set<String> words =
                Arrays.stream(Sentences.create())
                        .flatMap(sentence -> Arrays.stream(sentence.split(" ")))
                        .collect(Collectors.toSet());

        assertThat(words).hasSizeBetween(1_900, Sentences.VOCABULARY);
    }
}
