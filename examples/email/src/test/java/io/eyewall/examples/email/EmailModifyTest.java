package io.eyewall.examples.email;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EmailModifyTest {
    private final EmailModify modify = new EmailModify(List.of("Ann Lee", "Bob"));

    private static Email email(@Nullable String subject, @Nullable String body) {
        return new Email("1", "a@enron.com", "today", subject, "", null, null, body, null);
    }

    @Test
    void hidesNamesAndPutsTheMostFrequentWordBeforeTheSubject() {
        Email modified = modify.apply(email("Subject", "Ann Lee met Bob. bob Met ann; met!"));

        assertThat(modified.body()).isEqualTo("Person1 met Person2. bob Met ann; met!");
        assertThat(modified.subject()).isEqualTo("met Subject");
    }

    @Test
    void leavesAloneWhatIsNotThere() {
        assertThat(modify.apply(email("Subject", null))).isEqualTo(email("Subject", null));
        assertThat(modify.apply(email("Subject", " -- ")).subject()).isEqualTo("Subject");
        assertThat(modify.apply(email(null, "word")).subject()).isEqualTo("word");
    }

    /** Few letters, so that words come again, and enough of them that the table grows. */
    @Property(tries = 200)
    void findsTheWordThatAMapFinds(
            @ForAll
                    @StringLength(max = 5_000)
                    @Chars({' ', '\n', '\'', '0', '-'})
                    @CharRange(from = 'a', to = 'd')
                    @CharRange(from = 'A', to = 'C')
                    String text) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9']+", -1)) {
            if (!word.isEmpty()) {
                counts.merge(word, 1, Integer::sum);
            }
        }
        String expected = null;
        int most = 0;
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            if (entry.getValue() > most) {
                expected = entry.getKey();
                most = entry.getValue();
            }
        }

        FrequentWord frequentWord = new FrequentWord();
        assertThat(frequentWord.of(text)).isEqualTo(expected);
        assertThat(frequentWord.of(text)).as("once more, with the same table").isEqualTo(expected);
    }
}
