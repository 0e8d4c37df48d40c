package io.eyewall.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccessTokenTest {
    private static final String SECRET = "correct-horse-battery-staple";
    private static final int PORT = 8080;

    private static Clock at(long epochSecond) {
        return Clock.fixed(Instant.ofEpochSecond(epochSecond), ZoneOffset.UTC);
    }

    private static Sessions sessions(String token, long epochSecond) {
        return new Sessions(new AccessToken(token), at(epochSecond), PORT, true);
    }

    private static String cookieOf(Sessions sessions) {
        return sessions.loginCookie().split(";")[0];
    }

    @Test
    void matchesItselfOnly() {
        AccessToken token = new AccessToken(SECRET);

        assertThat(token.matches(SECRET)).isTrue();
        assertThat(token.matches(SECRET + "x")).isFalse();
        assertThat(token.matches("")).isFalse();
    }

    @Test
    void isNeverWritten() {
        assertThat(new AccessToken(SECRET)).asString().doesNotContain(SECRET);
        assertThat(WebSettings.loopback(0).with(new AccessToken(SECRET)))
                .asString()
                .doesNotContain(SECRET);
        assertThatThrownBy(() -> new AccessToken("too short"))
                .hasMessageContaining("20 or more")
                .hasMessageNotContaining("too short");
        assertThatThrownBy(() -> new AccessToken(SECRET + "\r\nX: y"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void randomOnesAreTokens() {
        assertThat(new AccessToken(AccessToken.random()).matches(AccessToken.random())).isFalse();
    }

    @Test
    void othersNeedOne() {
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);

        assertThatThrownBy(
                        () ->
                                new WebSettings(
                                        everywhere,
                                        Set.of(),
                                        null,
                                        null,
                                        WebSettings.DEFAULT_LIMITS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.0.0.0")
                .hasMessageContaining("token");
        assertThat(
                        new WebSettings(
                                everywhere,
                                Set.of(),
                                new AccessToken(SECRET),
                                null,
                                WebSettings.DEFAULT_LIMITS))
                .isNotNull();
    }

    @Test
    void aSessionIsOpenForHalfADay() {
        String cookie = cookieOf(sessions(SECRET, 1000));

        assertThat(sessions(SECRET, 1000 + 12 * 3600 - 1).hasValidCookie("a=b; " + cookie))
                .isTrue();
        assertThat(sessions(SECRET, 1000 + 12 * 3600).hasValidCookie(cookie)).isFalse();
    }

    @Test
    void aSessionCannotBeMadeUp() {
        Sessions sessions = sessions(SECRET, 1000);
        String cookie = cookieOf(sessions);
        int dot = cookie.indexOf('.');
        String name = cookie.substring(0, cookie.indexOf('=') + 1);

        assertThat(sessions("another-token-of-somebody", 1000).hasValidCookie(cookie)).isFalse();
        assertThat(sessions.hasValidCookie(name + "99999999999" + cookie.substring(dot))).isFalse();
        for (String value : new String[] {"", ".", "x.y", "1.", "9999999999999999999999.x"}) {
            assertThat(sessions.hasValidCookie(name + value)).as(value).isFalse();
        }
        assertThat(sessions.hasValidCookie(null)).isFalse();
    }

    @Test
    void itsCookieStaysWithTheBrowserAndTheSite() {
        assertThat(sessions(SECRET, 0).loginCookie())
                .startsWith("eyewall-session-" + PORT + "=")
                .contains("; HttpOnly", "; SameSite=Strict", "; Secure", "; Path=/")
                .doesNotContain(SECRET);
    }
}
