package io.eyewall.examples.email;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;

class BodyCountTest {
    @Test
    void countsCharactersWordsAndParagraphs() {
        assertThat(BodyCount.of("one two\nthree\n\n \nfour")).isEqualTo(new BodyCount(21, 4, 2));
        assertThat(BodyCount.of("")).isEqualTo(new BodyCount(0, 0, 0));
        assertThat(BodyCount.of(null)).isEqualTo(new BodyCount(0, 0, 0));
        assertThat(BodyCount.of("\n\n")).isEqualTo(new BodyCount(2, 0, 0));
    }

    @Property(tries = 300)
    void countsAsRegularExpressionsDo(@ForAll @Chars({'a', ' ', '\n'}) String body) {
        long words = body.isBlank() ? 0 : body.strip().split("\\s+").length;
        long paragraphs = body.isBlank() ? 0 : body.strip().split("\n *(?:\n *)+").length;

        assertThat(BodyCount.of(body))
                .isEqualTo(new BodyCount(body.length(), (int) words, (int) paragraphs));
    }
}
