package io.eyewall.benchmarks.scenario.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class EmailStepsTest {
    private static final Email EMAIL =
            new Email(
                    "kean@enron.com",
                    List.of("beck@enron.com", "beck@example.org"),
                    "power deal",
                    "the gas deal of Kenneth Lay\n\nand the deal of Andrew Fastow");

    @Test
    void anEmailSurvivesItsText() {
        assertThat(Email.parse(EMAIL.format())).isEqualTo(EMAIL);
        assertThatThrownBy(() -> Email.parse("from\nto")).hasMessageContaining("three lines");
    }

    @Test
    void whatIsFromElsewhereIsDropped() {
        assertThat(EmailSteps.filter(EMAIL).to()).containsExactly("beck@enron.com");
        assertThat(EmailSteps.filter(new Email("kean@example.org", EMAIL.to(), "s", "b"))).isNull();
    }

    @Test
    void namesAreHiddenAndTheMostFrequentWordIsPutBeforeTheSubject() {
        Email modified = EmailSteps.modify(EMAIL);

        assertThat(modified.body()).isEqualTo("the gas deal of Person1\n\nand the deal of Person3");
        assertThat(modified.subject()).isEqualTo("deal power deal");
    }

    @Test
    void theAnswerIsWhatTheStepsGive() {
        CycleAnswer answer = EmailAnswers.MADE_UP;
        String[] texts = Emails.create();
        long emails = 0;
        long characters = 0;
        for (int i = 0; i < 2 * Emails.COUNT + 7; i++) {
            Email kept = EmailSteps.filter(Email.parse(texts[i % Emails.COUNT]));
            if (kept != null) {
                emails++;
                characters += EmailSteps.modify(kept).body().length();
            }
        }

        assertThat(answer.arrived(2 * Emails.COUNT + 7)).isEqualTo(emails);
        assertThat(answer.characters(2 * Emails.COUNT + 7)).isEqualTo(characters);
        assertThat(emails).isBetween(600L, 900L);
    }
}
