package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.architecture.Allowed.Use;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AllowedTest {
    private static final Map<String, Allowed> ROWS =
            Map.of(
                    "low", Allowed.parse("nothing"),
                    "high", Allowed.parse("`low`, {@code middle} (not Inner or Hidden) and other"));

    private static Use use(String from, String to, String toClass) {
        return new Use("a." + from + ".Foo", from, "a." + to + "." + toClass, to);
    }

    @Test
    void readsLists() {
        assertThat(ROWS.get("low")).isEqualTo(new Allowed(Map.of()));
        assertThat(ROWS.get("high"))
                .isEqualTo(
                        new Allowed(
                                Map.of(
                                        "low", Set.of(),
                                        "middle", Set.of("Inner", "Hidden"),
                                        "other", Set.of())));
        assertThat(ROWS.get("high")).hasToString("low, middle (not Hidden or Inner), other");
        assertThat(ROWS.get("low")).hasToString("nothing");
    }

    @Test
    void refusesWhatIsNoList() {
        assertThatThrownBy(() -> Allowed.parse("whatever it likes"))
                .hasMessageContaining("'whatever it likes'")
                .hasMessageContaining("expected a name");
    }

    @Test
    void namesTheClassTheArrowAndTheRemedy() {
        List<Use> uses =
                List.of(
                        use("high", "low", "Bar"),
                        use("low", "high", "Bar"),
                        use("high", "middle", "Bar"),
                        use("high", "middle", "Hidden$Nested"),
                        use("new", "low", "Bar"));

        assertThat(Allowed.broken(ROWS, uses, "do this"))
                .containsExactly(
                        "a.high.Foo uses a.middle.Hidden$Nested, but high -> middle is no arrow of"
                                + " ARCHITECTURE.md: do this",
                        "a.low.Foo uses a.high.Bar, but low -> high is no arrow of"
                                + " ARCHITECTURE.md: do this",
                        "a.new.Foo uses a.low.Bar, but new -> low is no arrow of"
                                + " ARCHITECTURE.md: do this");
    }

    @Test
    void tellsArrowsThatNobodyUses() {
        assertThat(Allowed.unused(ROWS, List.of(use("high", "low", "Bar"))))
                .containsExactly("high -> middle", "high -> other");
    }
}
