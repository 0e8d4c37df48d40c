package io.eyewall.examples.email;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EmailFilterTest {
    private static Email email(String from, String to, String cc, String body) {
        return new Email("1", from, "today", "Hello", to, cc, null, body, null);
    }

    @Test
    void dropsWhatComesFromElsewhere() {
        assertThat(EmailFilter.ENRON.apply(email("a@elsewhere.com", "b@enron.com", "", "text")))
                .isNull();
        assertThat(EmailFilter.ENRON.apply(email("a@enron.com.org", "b@enron.com", "", "text")))
                .isNull();
        assertThat(EmailFilter.ENRON.apply(email("@enron.com", "b@enron.com", "", "text")))
                .as("no name before the domain")
                .isNull();
        assertThat(EmailFilter.ENRON.apply(email("A@Enron.COM", "b@enron.com", "", "text")))
                .isNotNull();
    }

    @Test
    void keepsRecipientsWhoAreMembers() {
        Email kept =
                requireNonNull(
                        EmailFilter.ENRON.apply(
                                email(
                                        "a@enron.com",
                                        " b@enron.com,c@example.org ,,d@ENRON.com, @enron.com",
                                        "e@example.org",
                                        "text")));

        assertThat(kept.to()).isEqualTo("b@enron.com, d@ENRON.com");
        assertThat(kept.cc()).isEmpty();
        assertThat(kept.bcc()).isNull();
    }

    @Test
    void makesBodiesPlain() {
        assertThat(
                        EmailFilter.plain(
                                "\r\n\n one=20two =\nthree=\r\nfour\tfive\n\nsix = 6=3D\u00e9\n\n"))
                .isEqualTo(" onetwo threefour five\n\nsix = 6");
        assertThat(EmailFilter.plain("a=4g=")).isEqualTo("a=4g=");
    }

    @Property(tries = 200)
    void plainTextIsAsciiWithoutEndsOfLinesAtItsEnds(@ForAll String text) {
        String plain = EmailFilter.plain(text);

        assertThat(plain.chars()).allMatch(c -> (c >= ' ' && c < 0x7f) || c == '\n');
        assertThat(plain).doesNotStartWith("\n").doesNotEndWith("\n");
    }

    @Test
    void refusesADomainThatIsNone() {
        assertThatThrownBy(() -> new EmailFilter("enron.com"))
                .hasMessageContaining("'@enron.com'")
                .hasMessageContaining("got 'enron.com'");
    }
}
