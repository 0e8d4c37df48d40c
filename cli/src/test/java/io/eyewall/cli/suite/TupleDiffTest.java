package io.eyewall.cli.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.suite.TestSuite.Match;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TupleDiffTest {
    private static final List<String> FIELDS = List.of("word", "count");

    private static List<String> compare(
            Match match, List<Map<String, Object>> expected, List<List<Object>> actual) {
        return new TupleDiff(FIELDS, expected, actual).compare(match);
    }

    private static Map<String, Object> row(Object word, Object count) {
        return Map.of("word", word, "count", count);
    }

    @Test
    void ordersCountOnlyWhenAskedTo() {
        List<Map<String, Object>> expected = List.of(row("a", 1), row("b", 2));
        List<List<Object>> swapped = List.of(List.of("b", 2L), List.of("a", 1L));
        assertThat(compare(Match.EXACT, expected, swapped))
                .containsExactly(
                        "- {word: \"a\", count: 1}",
                        "  {word: \"b\", count: 2}",
                        "+ {word: \"a\", count: 1}");
        assertThat(compare(Match.ANY_ORDER, expected, swapped)).isEmpty();
        assertThat(compare(Match.CONTAINS, expected, swapped)).isEmpty();
    }

    @Test
    void countsHowOftenARowStandsThere() {
        List<List<Object>> twice = List.of(List.of("a", 1), List.of("a", 1));
        assertThat(compare(Match.ANY_ORDER, List.of(row("a", 1)), twice))
                .containsExactly("+ {word: \"a\", count: 1}");
        assertThat(compare(Match.CONTAINS, List.of(row("a", 1)), twice)).isEmpty();
        assertThat(
                        compare(
                                Match.CONTAINS,
                                List.of(row("a", 1), row("a", 1)),
                                List.of(List.of("a", 1))))
                .containsExactly("- {word: \"a\", count: 1}");
        assertThat(compare(Match.EXACT, List.of(), twice)).hasSize(2);
    }

    /** The first expected row matches both, the second only what a greedy pairing has taken. */
    @Test
    void pairsRowsThatMatchSeveral() {
        List<Map<String, Object>> expected =
                List.of(Map.of("word", Pattern.compile("a|b")), Map.of("word", "a"));
        List<List<Object>> actual = List.of(List.of("a", 1), List.of("b", 1));
        assertThat(compare(Match.ANY_ORDER, expected, actual)).isEmpty();
    }

    @Test
    void looksAtTheNamedFieldsOnly() {
        assertThat(compare(Match.EXACT, List.of(Map.of("count", 7)), List.of(List.of("x", 7L))))
                .isEmpty();
    }

    @Test
    void comparesValuesAndNotTypes() {
        UUID id = UUID.randomUUID();
        for (Object[] same :
                new Object[][] {
                    {1, 1L},
                    {0.1, 0.1f},
                    {1, new BigDecimal("1.00")},
                    {List.of(1, 2), new int[] {1, 2}},
                    {List.of(2, 1), Set.of(1L, 2L)},
                    {id.toString(), id},
                    {"x", "x".getBytes(StandardCharsets.UTF_8)},
                    {Map.of("1", List.of(2)), Map.of(1, new long[] {2})},
                    {Pattern.compile("[0-9]+"), 12},
                    {Double.NaN, Double.NaN},
                }) {
            assertThat(ExpectedValue.matches(same[0], same[1])).as(Arrays.toString(same)).isTrue();
        }
        for (Object[] other :
                new Object[][] {
                    {"1", 1},
                    {1, "1"},
                    {true, "true"},
                    {"true", true},
                    {1, 1.5},
                    {List.of(1), List.of(1, 2)},
                    {Map.of("a", 1), Map.of("a", 1, "b", 2)},
                    {0, Double.NaN},
                }) {
            assertThat(ExpectedValue.matches(other[0], other[1]))
                    .as(Arrays.toString(other))
                    .isFalse();
        }
        assertThat(ExpectedValue.matches(null, null)).isTrue();
        assertThat(
                        ExpectedValue.matches(
                                Objects.requireNonNull(ExpectedValue.TAGS.get("!any")).apply(""),
                                null))
                .isFalse();
    }

    @Test
    void cutsLongDifferencesOff() {
        List<List<Object>> many =
                Stream.iterate(0, i -> i + 1).limit(200).map(i -> List.<Object>of("w", i)).toList();
        assertThat(compare(Match.EXACT, List.of(), many))
                .hasSize(61)
                .last()
                .isEqualTo("... (140 more lines)");
    }
}
