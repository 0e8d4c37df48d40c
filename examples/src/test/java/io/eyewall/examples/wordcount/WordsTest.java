package io.eyewall.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int start = Words.start(line, 0);
        while (start < line.length()) {
            int end = Words.end(line, start);
            words.add(Words.lower(line.substring(start, end)));
            start = Words.start(line, end);
        }
        return words;
    }

    @Test
    void areRunsOfAsciiLettersAndDigits() {
        assertThat(words("")).isEmpty();
        assertThat(words(" ,;")).isEmpty();
        assertThat(words("one")).containsExactly("one");
        assertThat(words("One-two_3, FOUR4x!")).containsExactly("one", "two", "3", "four4x");
        assertThat(words("caf\u00e9 \u0130x")).containsExactly("caf", "x");
    }
}
